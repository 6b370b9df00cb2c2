/** Mailboxes are told apart without regard to case. */
export const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
