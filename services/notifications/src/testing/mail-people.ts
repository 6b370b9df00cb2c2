export const MARA = 'mara@example.com';
export const NORA = 'nora@example.com';
export const at = '2026-11-20T15:00:00.000Z';
/** When a code or link ends that still works. */
export const later = '2126-11-20T15:00:00.000Z';

/** What happened, and the addresses with what the mail to each of them says. */
export type MailCase = [what: string, event: { type: string; data: unknown }, mails: [to: string, ...words: string[]][]];
