/**
 * The version of each store's identity document that was last opened in this tab: a list that is read again meanwhile names a version that
 * nobody has looked at. A version is the time at which it was sent, and null while there is none.
 */
export const seenDocuments = new Map<number, string | null>();
