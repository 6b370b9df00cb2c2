/** The kinds of objects whose history an admin can look up. */
export const SUBJECTS = ['order', 'track', 'store', 'account'] as const;
export type Subject = (typeof SUBJECTS)[number];
