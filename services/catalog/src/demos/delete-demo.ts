import { adminActed } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import { factsOf, subjectOf } from './demo-facts';
import { Demo } from './demo.entity';

/** Deletes a demo track: nothing refers to it, so no row stays. The admin's act goes to the audit log. @throws Refusal 404 */
export async function deleteDemo({ db, emit }: Tx, adminId: number, id: number): Promise<void> {
  const demo = await locked(db, Demo, { id });
  if (!demo) throw notFound('demo track');
  await emit(...adminActed(adminId, 'demo.deleted', subjectOf(demo), { before: factsOf(demo), after: null }));
  await db.delete(Demo, { id });
}
