const LONGEST_BREATH = 20;

/**
 * Lets timers and others have their turn, where more than 20 ms went by since the last time. What only awaits values
 * that are there already would let nobody else run: no abort, no end of a tool's time.
 */
export function openBreath(): () => Promise<void> | undefined {
  let last = performance.now();
  return () => {
    if (performance.now() - last < LONGEST_BREATH) return undefined;
    return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
      last = performance.now();
    });
  };
}
