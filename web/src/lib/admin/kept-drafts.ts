/**
 * The values that admins had typed into forms when their session ended, by the form's place, with the chosen files. They are kept
 * in the memory of this tab until the same admin logs in again, and nobody else gets them.
 */
export const keptDrafts = new Map<string, { userId: number | null; typed: unknown }>();
