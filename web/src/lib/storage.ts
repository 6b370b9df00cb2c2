/** What is kept under its keys. */
type Kept = Record<string, string | undefined>;

/**
 * Runs `act` on a storage of the browser. Where that refuses, because site data are blocked or it is full, `act` runs on an object that
 * lasts as long as the page. For the browser alone: on the server all visitors would share that.
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
