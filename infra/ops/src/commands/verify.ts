import { auditJournal } from '@shop/identity';
import { connectToDatabase, createLog } from '@shop/runtime';
import { ledgerJournal } from '@shop/sellers';
import { verifySeals, type Journal, type SealReport } from '@shop/shared';
import { z } from 'zod';
import type { Service } from '../services';
import type { Asked } from './command';
import { readArgs } from './read-args';

const SEALED: [database: Service, journal: Journal][] = [
  ['identity', auditJournal],
  ['sellers', ledgerJournal],
];

/**
 * Reads all seals again. Prints each chain's last seal, to be compared with the copy that is stored elsewhere, and all faults.
 * @returns 1 for any fault, else 0
 */
export async function verify({ reach, args, say }: Asked): Promise<number> {
  readArgs(z.strictObject({}), args);
  return reach.withDatabases((urlOf) => verifyIn(urlOf, say));
}

async function verifyIn(urlOf: (service: Service) => string, say: Asked['say']): Promise<number> {
  let wrong = 0;
  for (const [database, journal] of SEALED) {
    const report = await reportOf(urlOf(database), journal);
    wrong += report.findings.length;
    say(inWords(report));
    for (const finding of report.findings) say(`  ${finding}`);
  }
  say(wrong === 0 ? 'Nothing was changed, removed or put in since it was sealed.' : 'Something is not what was sealed.');
  return wrong === 0 ? 0 : 1;
}

async function reportOf(url: string, journal: Journal): Promise<SealReport> {
  const log = createLog('ops', 'error');
  const source = await connectToDatabase({ url, entities: [], migrations: [], poolSize: 2, log, answerWithinMs: 0 }, Date.now());
  return verifySeals(source, journal).finally(() => source.destroy());
}

const inWords = ({ journal, head, rows, waiting }: SealReport) =>
  head
    ? `${journal}: ${rows} rows, ${waiting} waiting; seal ${head.number} of ${head.sealedAt} is ${head.hash}`
    : `${journal}: nothing sealed yet, ${waiting} waiting`;
