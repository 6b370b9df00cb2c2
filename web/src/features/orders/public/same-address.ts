export const sameAddress = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
