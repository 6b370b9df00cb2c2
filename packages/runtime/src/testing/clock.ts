/** Stops the clock by which services keep answers at this much later; `jest.restoreAllMocks()` lets it go on. */
export function forward(ms: number) {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + ms);
}
