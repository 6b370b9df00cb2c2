import type { DataOf, SealsChecked } from '@shop/contracts/events';
import { timeWithZone } from '@shop/contracts/times';
import type { SealChecksView } from '@shop/contracts/views';
import { saveIfNewer, type Tx } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { note, type Block } from '../mails/blocks';
import type { Site } from '../mails/render';

/** Stores the findings of the last reading of a journal, and its last seal (docs/product/administration.md#audit-log). */
export async function keepHeadWhenSealsChecked({ db }: Tx, { journal, at, head, findings }: DataOf<typeof SealsChecked>) {
  await saveIfNewer(
    db,
    { table: 'seal_checks', key: 'journal', version: 'checked_at' },
    { journal, checked_at: at, number: head?.number ?? null, hash: head?.hash ?? null, findings },
  );
}

type Check = { journal: string; checked_at: Date; number: number | null; hash: string | null; findings: string[] };

const readChecks = (db: EntityManager) => db.query<Check[]>('SELECT * FROM seal_checks ORDER BY journal');

export const lastChecks = async (db: EntityManager): Promise<SealChecksView['data']> =>
  (await readChecks(db)).map(({ journal, checked_at, number, hash, findings }) => ({
    journal,
    checked_at: checked_at.toISOString(),
    head: number === null || hash === null ? null : { number, hash },
    findings,
  }));

/** The last seal of each journal, for a mail outside of the shop: if somebody rewrites the past, these seals no longer match. */
export async function headsOf(db: EntityManager, site: Site): Promise<Block[]> {
  const checks = await readChecks(db);
  if (checks.length === 0) return [note('No seals of the audit log and the ledger have been read yet.')];
  const rows = checks.map(({ journal, checked_at, number, hash }) => ({
    label: `Last seal of the ${journal}, read ${timeWithZone(checked_at.toISOString(), site.timeZone)}`,
    value: number === null ? 'none yet' : `${number}: ${hash}`,
  }));
  const findings = checks.flatMap((check) =>
    check.findings.map((finding) => ({ label: `Wrong in the ${check.journal}`, value: finding })),
  );
  return [
    { kind: 'rows', rows: [...rows, ...findings] },
    note(
      findings.length === 0
        ? 'Nothing was changed, removed or put in since it was sealed. Keep this mail: `npm run ops -- verify` shows the same seals for as long as nobody has written the past anew.'
        : 'Somebody has changed what was sealed. Please look at it at once, with `npm run ops -- verify`.',
    ),
  ];
}
