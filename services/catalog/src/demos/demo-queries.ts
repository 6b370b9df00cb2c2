import type { ListQuery } from '@shop/contracts/forms';
import type { DemoView, Page } from '@shop/contracts/views';
import { notFound } from '@shop/http';
import { containing, orderBy, pageOf, windowOf } from '@shop/shared';
import type { EntityManager } from 'typeorm';
import { Demo } from './demo.entity';

/** The form of demo tracks has no tempo and key. */
export const demoView = ({ id, name, category, img, audio, peaks, wave, duration }: Demo): DemoView => ({
  id,
  name,
  category,
  img,
  audio,
  peaks,
  wave,
  duration,
  bpm: null,
  music_key: null,
});

/** All demo tracks, oldest first. */
export const allDemos = async (db: EntityManager): Promise<DemoView[]> =>
  (await db.find(Demo, { order: { id: 'ASC' } })).map(demoView);

/** One demo track. @throws Refusal 404 */
export async function oneDemo(db: EntityManager, id: number): Promise<DemoView> {
  const demo = await db.findOneBy(Demo, { id });
  if (!demo) throw notFound('demo track');
  return demoView(demo);
}

const SORTS: Record<string, string> = { id: 'id', name: 'lower(name)', category: 'category', duration: 'duration' };
const FOUND = `($1::text IS NULL OR id::text = $1 OR name ~* $2 OR category ~* $2)`;

/** A page of the demo tracks; `q` looks in number, name and category. @throws Refusal 400 with field `sort` for an unknown order */
export async function listDemos(db: EntityManager, query: ListQuery): Promise<Page<DemoView>> {
  const order = orderBy(query.sort, SORTS, 'id');
  const filters = [query.q ?? null, containing(query.q ?? '')];
  const [{ total }] = (await db.query<{ total: number }[]>(
    `SELECT count(*)::int AS total FROM demos WHERE ${FOUND}`,
    filters,
  )) as [{ total: number }];
  const { skip, take } = windowOf(query);
  const demos = await db.query<Demo[]>(`SELECT * FROM demos WHERE ${FOUND} ORDER BY ${order} LIMIT $3 OFFSET $4`, [
    ...filters,
    take,
    skip,
  ]);
  return pageOf(query, total, demos.map(demoView));
}
