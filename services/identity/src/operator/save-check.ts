import type { DataSource } from 'typeorm';
import { z } from 'zod';

export const CheckForm = z.object({
  invariants: z.array(z.object({ invariant: z.string().min(1).max(100), violations: z.int().nonnegative().nullable() })).max(100),
});

/**
 * Stores how many rows broke each invariant at its last check, for /metrics. Null means that the check could not tell: the known
 * number stays. An invariant that is not checked for a week is forgotten.
 */
export async function saveCheck({ manager: db }: DataSource, { invariants }: z.output<typeof CheckForm>): Promise<void> {
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
