import { inSessionStorage } from '#lib/storage.ts';

/** The prefix of the storage keys of typed text. */
const TYPED = 'typed:';

/**
 * Typed text that is not sent yet, in the session storage of this tab. It survives a reload and the expiry of the session, but
 * not the logout of the user who typed it (leave-session.ts).
 */
export const typedTexts = {
  get: (place: string) => inSessionStorage((all) => JSON.parse(all[TYPED + place] ?? 'null') as unknown),
  keep: (place: string, value: unknown) => inSessionStorage((all) => (all[TYPED + place] = JSON.stringify(value))),
  forget: (place: string) => inSessionStorage((all) => delete all[TYPED + place]),
  forgetAll: () =>
    inSessionStorage((all) => {
      for (const key of Object.keys(all)) if (key.startsWith(TYPED)) delete all[key];
    }),
};
