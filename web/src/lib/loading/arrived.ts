/** Scripts that are in the browser's cache, or are being loaded into it. */
const fetches = new Map<string, Promise<void>>();

/**
 * Fetches the scripts of a chunk as data, so that importing them finds them in the cache. A browser never asks again for a module
 * that it failed to fetch, but it does for data, so the next call asks again. `addressOf` gives a file its address.
 * @throws Error for a script that is missing or arrives incomplete
 */
export const arrived = (files: readonly string[] = [], addressOf: (file: string) => string) =>
  Promise.all(files.filter((file) => file.endsWith('.js')).map((file) => once(addressOf(file))));

function once(address: string): Promise<void> {
  const earlierFetch = fetches.get(address);
  if (earlierFetch) return earlierFetch;
  const fetching = fetchWhole(address);
  fetches.set(address, fetching);
  fetching.catch(() => fetches.delete(address));
  return fetching;
}

async function fetchWhole(address: string) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}
