import type { RecentTrack, TopTrack, TrackStats } from '@shop/contracts/views';
import type { DataSource } from 'typeorm';
import { STATUS, STORE_OPEN } from '../products/product-queries';

const RECENT = 10;
const TOP = 8;

const FACTS = `p.id, p.name, p.category, p.price_cents AS "priceCents", p.img, coalesce(s.name, $1) AS store_name, ${STATUS} AS status`;
const TRACKS = 'FROM products p LEFT JOIN stores s USING (seller_id) WHERE NOT p.removed';

type Counts = Pick<TrackStats, 'totalProducts' | 'forSale' | 'sold'>;

/** Tracks that were not removed: how many, the newest, and the most played of all time. */
export async function trackStats(source: DataSource, siteName: string): Promise<TrackStats> {
  const [[counts], recent, topTracks] = await Promise.all([
    source.query<[Counts]>(
      `SELECT count(*)::int AS "totalProducts", count(*) FILTER (WHERE claim <> 'sold' AND ${STORE_OPEN})::int AS "forSale",
         count(*) FILTER (WHERE claim = 'sold')::int AS sold ${TRACKS}`,
    ),
    source.query<(Omit<RecentTrack, 'created_at'> & { created_at: Date })[]>(
      `SELECT ${FACTS}, p.created_at ${TRACKS} ORDER BY p.id DESC LIMIT ${RECENT}`,
      [siteName],
    ),
    source.query<TopTrack[]>(
      `SELECT ${FACTS}, p.play_count AS plays ${TRACKS} AND p.play_count > 0 ORDER BY p.play_count DESC, p.id DESC LIMIT ${TOP}`,
      [siteName],
    ),
  ]);
  const recentProducts = recent.map((track) => ({ ...track, created_at: track.created_at.toISOString() }));
  return { ...counts, recentProducts, topTracks };
}
