import type { EntityManager } from 'typeorm';
import { TILE } from './merkle';

/** Neighbouring hashes of a level, or neighbouring leaves: `width` of them, from `index` times 256 on. */
type Tile = { level: number | 'entries'; index: number; width: number };

const ADDRESS = /^(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/**
 * The tile at the end of an address, such as `0/x001/x300/007.p/12` (C2SP tlog-tiles).
 * @returns null for an address that is spelt otherwise
 */
export function tileAt(address: string): Tile | null {
  const [, level, groups, width] = ADDRESS.exec(address) ?? [];
  if (level === undefined || groups === undefined || groups.startsWith('x000/') || Number(width) >= TILE) return null;
  return {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replace(/[x/]/g, '')),
    width: width === undefined ? TILE : Number(width),
  };
}

/** The bytes of a tile, read with one query. @returns null while not all of it is there */
export async function readTile(db: EntityManager, { level, index, width }: Tile): Promise<Buffer | null> {
  const first = index * TILE;
  const [tile] = await (level === 'entries'
    ? db.query<[TileRow]>(
        `SELECT string_agg(int2send(length(entry)::int2) || entry, ''::bytea ORDER BY index) AS bytes, count(*)::int AS width
         FROM (SELECT index, convert_to(leaf, 'UTF8') AS entry FROM log_leaves WHERE index >= $1 AND index < $2) AS entries`,
        [first, first + width],
      )
    : db.query<[TileRow]>(
        `SELECT string_agg(hash, ''::bytea ORDER BY index) AS bytes, count(*)::int AS width FROM log_hashes
         WHERE level = $3 AND index >= $1 AND index < $2`,
        [first, first + width, level],
      ));
  return tile.width === width ? tile.bytes : null;
}

type TileRow = { bytes: Buffer; width: number };
