import { inSessionStorage } from '../../lib/storage';
import { TYPED } from './session';

/**
 * Typed text that is not sent yet, in the session storage of this tab. It survives a reload, but not the end of the session of the user
 * who typed it.
 */
export const kept = {
  get: (place: string) => inSessionStorage((all) => JSON.parse(all[TYPED + place] ?? 'null') as unknown),
  keep: (place: string, value: unknown) => inSessionStorage((all) => (all[TYPED + place] = JSON.stringify(value))),
  forget: (place: string) => inSessionStorage((all) => delete all[TYPED + place]),
};
