import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Prints why tests were skipped and, as the last line, `N passed, N failed, N skipped`. A run fails if a test is skipped
 * without a reason in words, or writes to the console.
 */
export class SummaryReporter implements Reporter {
  readonly #noise = new Set<string>();
  #filtered = false;

  readonly onInit: NonNullable<Reporter['onInit']> = ({ config }) => {
    this.#filtered = config.testNamePattern !== undefined;
  };

  readonly onUserConsoleLog: NonNullable<Reporter['onUserConsoleLog']> = ({ content }) => {
    this.#noise.add(`a test writes to the console: ${content.trim().slice(0, 200)}`);
  };

  readonly onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandled) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skips = inState(tests, 'skipped');
    const faults = [...this.#noise, ...this.#unexplained(skips)];
    const failed = inState(tests, 'failed').length + modules.flatMap(loadErrors).length + unhandled.length + faults.length;
    if (failed > 0) process.exitCode = 1;
    const counts = `${inState(tests, 'passed').length} passed, ${failed} failed, ${skips.length} skipped`;
    process.stdout.write(`\n${[...skips.flatMap(printSkip), ...faults.map((fault) => `error: ${fault}`), counts].join('\n')}\n`);
  };

  /** a run of some tests by name skips all others, and need not say why. */
  #unexplained(skips: readonly TestCase[]): readonly string[] {
    if (this.#filtered) return [];
    return skips
      .filter((test) => reasonOf(test) === undefined)
      .map(({ fullName }) => `'${fullName}' is skipped without a reason`);
  }
}

function inState(tests: readonly TestCase[], state: string): readonly TestCase[] {
  return tests.filter((test) => test.result().state === state);
}

/** what went wrong outside of tests: in a file or a suite, which then has no tests to count. */
function loadErrors(module: TestModule): readonly unknown[] {
  return [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
}

function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

function printSkip(test: TestCase): readonly string[] {
  const reason = reasonOf(test);
  return reason === undefined ? [] : [`skipped: ${test.module.relativeModuleId} > ${test.fullName}: ${reason}`];
}
