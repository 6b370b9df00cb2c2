/**
 * What admins had typed into forms when their session ended, by the form's place, with the files they had chosen and whose it is. It is kept
 * in the memory of this tab while they log in again, and is for nobody else.
 */
export const keptDrafts = new Map<string, { userId: number | null; typed: unknown }>();
