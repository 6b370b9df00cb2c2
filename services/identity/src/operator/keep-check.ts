import type { DataSource } from 'typeorm';
import { z } from 'zod';

export const CheckForm = z.object({
  invariants: z.array(z.object({ invariant: z.string().min(1).max(100), violations: z.int().nonnegative() })).max(100),
});

/**
 * Keeps how many rows broke each invariant at its last check; /metrics shows it. An invariant that nobody checks any more is forgotten
 * after a week.
 */
export async function keepCheck({ manager: db }: DataSource, { invariants }: z.output<typeof CheckForm>): Promise<void> {
  await db.query(
    `INSERT INTO invariant_checks (invariant, violations) SELECT * FROM unnest($1::text[], $2::int[])
     ON CONFLICT (invariant) DO UPDATE SET violations = excluded.violations, checked_at = now()`,
    [invariants.map(({ invariant }) => invariant), invariants.map(({ violations }) => violations)],
  );
  await db.query(`DELETE FROM invariant_checks WHERE checked_at < now() - interval '7 days'`);
}
