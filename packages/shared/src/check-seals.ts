import { onceIn } from '@shop/http';
import { inTx, type Event } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { verifySeals, type Journal, type SealReport } from './seals';

const CHECKED_EVERY_SECONDS = 3600;
/** The most findings of one report: a history that was overwritten at random has as many findings as rows. */
const MOST_FINDINGS = 20;

/**
 * Makes the task that checks a journal's seals: it reads all of them again and emits the event that `eventOf` makes of the result,
 * once an hour among all replicas.
 */
export function sealChecker(source: DataSource, journal: Journal, eventOf: (report: SealReport) => Event): () => Promise<void> {
  const hourly = onceIn(source, { name: 'seal-check', seconds: CHECKED_EVERY_SECONDS });
  return async () => {
    if (!(await hourly.isFirst(journal.name))) return;
    try {
      const report = await verifySeals(source, journal);
      const findings = report.findings.slice(0, MOST_FINDINGS);
      await inTx(source, ({ emit }) => emit(eventOf({ ...report, findings })));
    } catch (error) {
      await hourly.forget(journal.name).catch(() => undefined);
      throw error;
    }
  };
}
