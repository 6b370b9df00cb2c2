/**
 * For each store, the version of its identity document that was last opened in this tab. A list that is loaded again may already
 * name a version that the admin has not seen. A version is the time of sending, and null without a document.
 */
export const seenDocuments = new Map<number, string | null>();
