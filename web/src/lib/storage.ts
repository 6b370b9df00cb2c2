type Entries = Record<string, string | undefined>;

/**
 * Runs `act` on a storage of the browser, or on an object of this page where site data are blocked. A full storage can still be
 * read, but loses new values. Only browsers may use it: on the server all visitors would share the object.
 */
const storage = (kind: 'localStorage' | 'sessionStorage') => {
  const onPage: Entries = {};
  return <Result>(act: (entries: Entries) => Result): Result => {
    try {
      return act(window[kind]);
    } catch {
      return act(onPage);
    }
  };
};

export const inLocalStorage = storage('localStorage');
export const inSessionStorage = storage('sessionStorage');
