/** Scripts that are in the browser's cache, or on their way there. */
const fetched = new Map<string, Promise<void>>();

/**
 * Has the scripts among the files of a chunk fetched as data, so that importing them finds them in the cache: a module whose fetching failed
 * once is never asked for again by its name, data are. `addressOf` gives a file its address. What was lost is asked for again by the next call.
 * @throws Error for a script that is not there, or does not come whole
 */
export const arrived = (files: readonly string[] = [], addressOf: (file: string) => string) =>
  Promise.all(files.filter((file) => file.endsWith('.js')).map((file) => once(addressOf(file))));

function once(address: string): Promise<void> {
  const known = fetched.get(address);
  if (known) return known;
  const fetching = fetchWhole(address);
  fetched.set(address, fetching);
  fetching.catch(() => fetched.delete(address));
  return fetching;
}

async function fetchWhole(address: string) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}
