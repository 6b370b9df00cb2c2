/**
 * Forms, with their files, whose session had ended when they were saved. They are kept while the admin logs in again and given back to
 * the page they belong to, so that nothing typed is lost.
 */
const kept = new Map<string, unknown>();

export const adminDrafts = {
  keep: (place: string, draft: unknown) => void kept.set(place, draft),
  get: <Draft>(place: string) => kept.get(place) as Draft | undefined,
  forget: (place: string) => void kept.delete(place),
};
