/**
 * Forms whose saving met the end of the session: kept while the admin logs in again, files too, and given back to the page that was
 * left (nothing that was typed is ever lost).
 */
const kept = new Map<string, unknown>();

export const adminDrafts = {
  keep: (place: string, draft: unknown) => void kept.set(place, draft),
  get: <Draft>(place: string) => kept.get(place) as Draft | undefined,
  forget: (place: string) => void kept.delete(place),
};
