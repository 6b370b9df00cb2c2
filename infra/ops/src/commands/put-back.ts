import { z } from 'zod';
import { askService } from '../services';
import type { Asked } from './command';
import { readArgs, service } from './read-args';

const PutBack = z.strictObject({ service, reaction: z.string().min(1, 'is empty').optional() });

/** Makes a service try its parked events again, at once and then with the usual pauses (docs/runbooks/parked-messages.md). */
export async function putBack({ reach, args, say }: Asked): Promise<number> {
  const options = readArgs(PutBack, args);
  const query = options.reaction === undefined ? '' : `?reaction=${encodeURIComponent(options.reaction)}`;
  const answer = await askService(await reach.doors(), options.service, `/parked/put-back${query}`, { method: 'POST' });
  const { putBack: count } = (await answer.json()) as { putBack: number };
  say(
    count === 0
      ? `Nothing is parked in ${options.service} that this could put back.`
      : `${count} put back in ${options.service}.`,
  );
  return 0;
}
