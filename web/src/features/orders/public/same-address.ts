/** Whether two e-mail addresses are the same, ignoring case. */
export const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
