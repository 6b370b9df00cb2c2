import type { salesLogRoutes } from '@shop/contracts/routes';
import { notFound, reply, type Handlers } from '@shop/http';
import type { KeyRing } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { headAt, newestHead, verifierKeys, type Signing } from './log';
import { readTile, tileAt } from './tiles';

/** A sale is to be seen soon, and a key that is exchanged too. */
const SHORT = 'public, max-age=5';
/** What was in the log once stays so. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Search engines have nothing to find in the log. */
const headers = (type: string, cache: string) => ({ 'content-type': type, 'cache-control': cache, 'x-robots-tag': 'noindex' });
const text = (body: string, cache: string) => reply(200, body, headers('text/plain; charset=utf-8', cache));

type LogParts = { source: DataSource; publicUrl: string; signingKeys: { log: KeyRing } };

/** The keys and the address that the log of this service is signed with. */
export const signingOf = ({ publicUrl, signingKeys }: Omit<LogParts, 'source'>): Signing => ({
  publicUrl,
  keys: signingKeys.log,
});

export function salesLogHandlers(parts: LogParts): Handlers<typeof salesLogRoutes> {
  const { source } = parts;
  const signing = signingOf(parts);
  return {
    readHead: async () => text((await newestHead(source.manager, signing)).note, SHORT),
    async readHeadAt({ params: { size } }) {
      if (!/^(0|[1-9]\d{0,14})$/.test(size)) throw notFound('head');
      const head = await headAt(source.manager, Number(size));
      if (head) return text(head.note, FOR_GOOD);
      // The origin of the empty log is not fixed yet.
      const newest = await newestHead(source.manager, signing);
      if (size === '0' && newest.size === 0) return text(newest.note, SHORT);
      throw notFound('head');
    },
    async readLogKeys() {
      const keys = await verifierKeys(source.manager, signing);
      return text(keys.map((key) => `${key}\n`).join(''), SHORT);
    },
    async readTile({ params: { rest } }) {
      const tile = tileAt(rest);
      const bytes = tile && (await readTile(source.manager, tile));
      if (!bytes) throw notFound('tile');
      return reply(200, bytes, headers('application/octet-stream', FOR_GOOD));
    },
  };
}
