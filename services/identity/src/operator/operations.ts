import { operation, type Operation } from '@shop/runtime';
import { keyId, type KeyRing } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { resealFactors } from './reseal-factors';
import { emitAgain } from './say-again';

const CheckForm = z.object({
  invariants: z.array(z.object({ invariant: z.string().min(1).max(100), violations: z.int().nonnegative().nullable() })).max(100),
});

/**
 * Stores how many rows broke each invariant at its last check, for /metrics. Null means that the check could not tell: the known
 * number stays. An invariant that is not checked for a week is forgotten.
 */
async function saveCheck({ manager: db }: DataSource, { invariants }: z.output<typeof CheckForm>): Promise<void> {
  const knownCounts = invariants.filter(({ violations }) => violations !== null);
  await db.query(
    `INSERT INTO invariant_checks (invariant, violations) SELECT * FROM unnest($1::text[], $2::int[])
     ON CONFLICT (invariant) DO UPDATE SET violations = excluded.violations, checked_at = now()`,
    [knownCounts.map(({ invariant }) => invariant), knownCounts.map(({ violations }) => violations)],
  );
  await db.query(`DELETE FROM invariant_checks WHERE checked_at < now() - interval '7 days' AND invariant <> ALL ($1)`, [
    invariants.map(({ invariant }) => invariant),
  ]);
}

/** The operations that operators run by a command (docs/operating.md). */
export const operationsOf = (source: DataSource, ring: KeyRing): Operation[] => [
  operation('keys', z.object({}), () => Promise.resolve({ FACTOR_KEY: ring.map(keyId) })),
  operation('keep-check', CheckForm, (form) => saveCheck(source, form)),
  operation('say-again', z.object({}), () => emitAgain(source)),
  operation('reseal', z.object({}), () => resealFactors(source, ring)),
];
