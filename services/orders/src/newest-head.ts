import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** A head of the sales log as papers and mails state it: `root` is base64. */
export type StatedHead = { size: number; root: string };

/** RFC 6962: the root of a log without entries is the hash of nothing. */
export const EMPTY_LOG: StatedHead = { size: 0, root: createHash('sha256').digest('base64') };

/** Reads a StatedHead; no row while the log is empty. */
export const NEWEST_HEAD = `SELECT size::int, encode(root, 'base64') AS root FROM log_heads ORDER BY log_heads.size DESC LIMIT 1`;

/** The newest head of the sales log. */
export async function newestHead(db: EntityManager): Promise<StatedHead> {
  const [head = EMPTY_LOG] = await db.query<StatedHead[]>(NEWEST_HEAD);
  return head;
}
