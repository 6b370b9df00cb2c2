const PREFIX = 'typed:';

/**
 * Typed text that is not sent yet, in the session storage of this tab. It survives a reload, but not the end of the session of the user
 * who typed it.
 */
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
      // storage may be full or disabled; then a reload starts with an empty form
    }
  },
  forget: (place: string) => sessionStorage.removeItem(PREFIX + place),
  forgetAll() {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  },
};
