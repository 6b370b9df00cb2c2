const PREFIX = 'typed:';

/** What was typed and not sent yet, in the session storage of this tab: it outlasts a reload, but not the session of who typed it. */
export const kept = {
  get(place: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(PREFIX + place) ?? 'null');
    } catch {
      return null;
    }
  },
  keep(place: string, value: unknown) {
    try {
      sessionStorage.setItem(PREFIX + place, JSON.stringify(value));
    } catch {
      // storage may be full or switched off; then a reload begins anew
    }
  },
  forget: (place: string) => sessionStorage.removeItem(PREFIX + place),
  forgetAll() {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  },
};
