export const SUBJECTS = ['order', 'track', 'store', 'account'] as const;
export type Subject = (typeof SUBJECTS)[number];
