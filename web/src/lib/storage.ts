/**
 * A storage of the browser. What it does not keep, because it is full or site data are blocked, lasts as long as the page. For the browser
 * alone: on the server all visitors would share it.
 */
const storage = (kind: 'localStorage' | 'sessionStorage') => {
  const onPage = new Map<string, string>();
  const attempt = <Result>(act: (kept: Storage) => Result) => {
    try {
      return act(window[kind]);
    } catch {
      return undefined;
    }
  };
  const get = (key: string) => onPage.get(key) ?? attempt((kept) => kept.getItem(key)) ?? null;
  return {
    get,
    set(key: string, value: string) {
      onPage.set(key, value);
      attempt((kept) => {
        kept.setItem(key, value);
        onPage.delete(key);
      });
    },
    /** → null too for what is no JSON */
    getJson(key: string): unknown {
      try {
        return JSON.parse(get(key) ?? 'null');
      } catch {
        return null;
      }
    },
    remove(key: string) {
      onPage.delete(key);
      attempt((kept) => kept.removeItem(key));
    },
    keys: () => [...onPage.keys(), ...(attempt(Object.keys) ?? [])],
  };
};

export const ofBrowser = storage('localStorage');
export const ofTab = storage('sessionStorage');
