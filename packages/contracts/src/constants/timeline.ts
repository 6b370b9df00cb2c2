/** What an admin looks up the history of. */
export const SUBJECTS = ['order', 'track', 'store', 'account'] as const;
export type Subject = (typeof SUBJECTS)[number];
