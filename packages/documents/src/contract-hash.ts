import { createHash } from 'node:crypto';

/** The SHA-256 of a rendered contract in hex. An order keeps it to prove which text was agreed. */
export const contractHash = (contract: Buffer): string => createHash('sha256').update(contract).digest('hex');
