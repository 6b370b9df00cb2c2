export const MARA = 'mara@example.com';
export const NORA = 'nora@example.com';
export const at = '2026-11-20T15:00:00.000Z';
/** The end of a code or link that still works. */
export const later = '2126-11-20T15:00:00.000Z';

/** `mails` has each address with words of its mail. */
export type MailCase = [what: string, event: { type: string; data: unknown }, mails: [to: string, ...words: string[]][]];
