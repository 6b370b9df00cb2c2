/** What is kept under its keys. */
type Kept = Record<string, string | undefined>;

/**
 * Runs `act` on a storage of the browser. Where site data are blocked, `act` runs on an object that lasts as long as the page. A full
 * storage can still be read: what it refuses is lost. For the browser alone: on the server all visitors would share the object.
 */
const storage = (kind: 'localStorage' | 'sessionStorage') => {
  const onPage: Kept = {};
  return <Result>(act: (kept: Kept) => Result): Result => {
    try {
      return act(window[kind]);
    } catch {
      return act(onPage);
    }
  };
};

export const inLocalStorage = storage('localStorage');
export const inSessionStorage = storage('sessionStorage');
