import { ofTab } from '../../lib/storage';

const PREFIX = 'typed:';

/**
 * Typed text that is not sent yet, in the session storage of this tab. It survives a reload, but not the end of the session of the user
 * who typed it.
 */
export const kept = {
  get: (place: string) => ofTab.getJson(PREFIX + place),
  keep: (place: string, value: unknown) => ofTab.set(PREFIX + place, JSON.stringify(value)),
  forget: (place: string) => ofTab.remove(PREFIX + place),
  forgetAll() {
    for (const key of ofTab.keys()) if (key.startsWith(PREFIX)) ofTab.remove(key);
  },
};
