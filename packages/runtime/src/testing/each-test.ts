/** Stops the clock by which services keep answers at this much later; `jest.restoreAllMocks()` lets it go on. */
export function forward(ms: number) {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + ms);
}

type Closable = { close: () => Promise<void> };

/**
 * Opens before each test of the file and closes after it.
 * @returns the opened object, filled again for each test
 */
export function forEachTest<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(() => opened.close());
  return opened;
}

/**
 * Opens once for all tests of the file.
 * @returns the opened object, filled before the first test
 */
export function forAllTests<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened.close());
  return opened;
}
