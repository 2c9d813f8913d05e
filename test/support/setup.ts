// a warning of Node is a fault of ours: thrown here, it ends the run with an error
process.on('warning', (warning) => {
  throw warning;
});

const runs = process.env.TOOLGLOT_RUNS;
// loaded only when asked for: each test file would pay for it
if (runs !== undefined) (await import('fast-check')).configureGlobal({ numRuns: Number(runs) });
