/** Session storage: the release that was reloaded away from, so that a page kept by a cache on the way is not loaded for ever. */
const LEFT_KEY = 'releaseLeft';

let outdated = false;
let asking: Promise<void> | null = null;

/** The entry's name holds the hash of its content, which stands for all that it loads. */
const entry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Finds out whether the server has a newer release than this page; asked when a part of it is missing. */
export function askForRelease(): Promise<void> {
  const own = entry();
  if (own === null || outdated) return Promise.resolve();
  asking ??= fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    .then(async (answer) => {
      if (answer.ok) outdated = !(await answer.text()).includes(own);
    })
    .catch(() => {})
    .finally(() => {
      asking = null;
    });
  return asking;
}

export const isOutdated = () => outdated;

/** Loads this address anew from the newer release, once. → whether it does */
export function reloadIntoRelease(): boolean {
  const own = entry();
  if (!outdated || own === null) return false;
  try {
    if (sessionStorage.getItem(LEFT_KEY) === own) return false;
    sessionStorage.setItem(LEFT_KEY, own);
  } catch {
    return false; // without a memory it might go round and round
  }
  window.location.reload();
  return true;
}
