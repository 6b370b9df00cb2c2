import { z } from 'zod';
import { operate } from '../services';
import type { Asked } from './command';
import { readArgs } from './read-args';

/** Makes catalog read the whole list into its search again (docs/operating.md#an-engine-for-the-search). */
export async function rebuildSearch({ reach, args, say }: Asked): Promise<number> {
  readArgs(z.strictObject({}), args);
  const { tracks, engine } = await operate<{ tracks: number; engine: string }>(
    await reach.doors(),
    'catalog',
    'rebuild-search',
    {},
  );
  say(
    engine === 'opensearch'
      ? `OpenSearch has a new index of ${tracks} tracks, and the old one is removed.`
      : `The replica that was reached has read ${tracks} tracks again; each replica searches in its own memory.`,
  );
  return 0;
}
