/**
 * What admins typed into forms, with their files, whose session had ended when they were sent. It is kept in the memory of this tab while the
 * admin logs in again, and given back to the form at that place (docs/product/administration.md#logging-in-as-an-admin).
 */
const kept = new Map<string, unknown>();

export const adminDrafts = {
  keep: (place: string, draft: unknown) => void kept.set(place, draft),
  get: <Draft>(place: string) => kept.get(place) as Draft | undefined,
  forget: (place: string) => void kept.delete(place),
};
