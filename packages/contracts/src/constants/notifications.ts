/** The states of a subscriber. `inactive`: not confirmed yet, or unsubscribed. */
export const SUBSCRIBER_STATUSES = ['active', 'inactive'] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

/** Limits of length in characters, without white space at either end. */
export const ANNOUNCEMENT_LIMITS = {
  title: { min: 3, max: 100 },
  content: { min: 10, max: 5000 },
  imageBytes: 2_097_152,
} as const;

export const SUBJECTS = ['order', 'track', 'store', 'account'] as const;
export type Subject = (typeof SUBJECTS)[number];
