/**
 * The key in session storage for the release that this tab has left by a reload. It stops endless reloads when a cache keeps
 * serving the old page.
 */
const LEFT_KEY = 'releaseLeft';

let hasNewerRelease = false;
let asking: Promise<void> | null = null;

/** The name of the entry script. It holds the hash of its content, so it identifies the whole release. */
const entry = () =>
  document.getElementById('root')?.dataset.app ??
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ??
  null;

/** Asks whether the server has a newer release than this page; called when a chunk is missing. */
export function askForRelease(): Promise<void> {
  const ownEntry = entry();
  if (ownEntry === null || hasNewerRelease) return Promise.resolve();
  asking ??= fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    .then(async (answer) => {
      if (answer.ok) hasNewerRelease = !(await answer.text()).includes(ownEntry);
    })
    .catch(() => {})
    .finally(() => {
      asking = null;
    });
  return asking;
}

export const isOutdated = () => hasNewerRelease;

/**
 * Reloads this address from the newer release, once.
 * @returns whether it does
 */
export function reloadIntoRelease(): boolean {
  const ownEntry = entry();
  if (!hasNewerRelease || ownEntry === null) return false;
  try {
    if (sessionStorage.getItem(LEFT_KEY) === ownEntry) return false;
    sessionStorage.setItem(LEFT_KEY, ownEntry);
  } catch {
    return false; // without session storage it might reload endlessly
  }
  window.location.reload();
  return true;
}
