import { readFile } from 'node:fs/promises';
import { auditJournal } from '@shop/identity';
import { connectToDatabase, createLog } from '@shop/runtime';
import { ledgerJournal } from '@shop/sellers';
import { verifySeals, type Journal, type SealReport } from '@shop/shared';
import { z } from 'zod';
import { operate, type Service } from '../services';
import type { Invocation } from './command';
import { readArgs } from './read-args';

const SEALED: [database: Service, journal: Journal][] = [
  ['identity', auditJournal],
  ['sellers', ledgerJournal],
];

const Verify = z.strictObject({ head: z.string().optional() });

/**
 * Reads all seals again, and has orders compare the sales log with the sales. Prints each chain's last seal and the log's head, to be
 * compared with copies that are stored elsewhere, and all faults. `--head` names a file with a checkpoint of before.
 * @returns 1 for any fault, else 0
 */
export async function verify({ reach, args, say }: Invocation): Promise<number> {
  const { head } = readArgs(Verify, args);
  const sealed = await reach.withDatabases((urlOf) => verifyIn(urlOf, say));
  const logged = await verifySalesLog(reach, say, head);
  return Math.max(sealed, logged);
}

type LogReport = { size: number; root: string; waiting: number; wentBack: boolean; findings: string[] };

/** Seals are read while the shop is stopped too; the log is not. */
async function verifySalesLog(reach: Invocation['reach'], say: Invocation['say'], file: string | undefined): Promise<number> {
  const head = file === undefined ? {} : { head: await readFile(file, 'utf8') };
  const doors = await reach.doors().catch((error: unknown) => {
    if (file !== undefined) throw error;
  });
  if (!doors) {
    say('The sales log is not read: that needs a running shop.');
    return 0;
  }
  const { size, root, waiting, wentBack, findings } = await operate<LogReport>(doors, 'orders', 'verify-log', head);
  say(`sales log: ${size} leaves, ${waiting} waiting; root ${root}`);
  for (const finding of findings) say(`  ${finding}`);
  if (wentBack) say('  What to do: docs/product/sales-log.md#when-the-log-went-back');
  say(findings.length === 0 ? 'The sales log has each sale once, and nothing else.' : 'The sales log is not what it should be.');
  return findings.length === 0 ? 0 : 1;
}

async function verifyIn(urlOf: (service: Service) => string, say: Invocation['say']): Promise<number> {
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
