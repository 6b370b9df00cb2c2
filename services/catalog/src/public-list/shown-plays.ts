import type { DataSource } from 'typeorm';
import { bumpList } from '../products/list-version';

export type ShownPlays = {
  /** Notes that a play of a track was counted in this process. */
  played: (productId: number) => Promise<void>;
  /** Lets the list show the plays that were counted since the last call. */
  show: () => Promise<void>;
  /** Shows the waiting plays before this process ends; later plays are shown as they are counted, because no further call comes. */
  finish: () => Promise<void>;
};

/** Collects plays for the list. It does not show each play at once, because each new version is built and sent to everybody. */
export function createShownPlays(source: DataSource): ShownPlays {
  let waiting = new Set<number>();
  let finishing = false;
  const show = async () => {
    const playedIds = waiting;
    waiting = new Set();
    try {
      await bumpList(source.manager, [...playedIds]);
    } catch (error) {
      for (const id of playedIds) waiting.add(id); // the next call shows them
      throw error;
    }
  };
  return {
    async played(productId) {
      waiting.add(productId);
      if (finishing) await show();
    },
    show,
    async finish() {
      finishing = true;
      await show();
    },
  };
}
