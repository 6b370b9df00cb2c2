import type { DataSource } from 'typeorm';
import { bumpList } from './list-version';

export type ShownPlays = {
  /** A play was counted in this process. */
  played: () => void;
  /** The list shows what was counted since it was last asked to. */
  show: () => Promise<void>;
};

/** When the list shows plays: not with every one, since each new version of it is built and sent to everybody. */
export function createShownPlays(source: DataSource): ShownPlays {
  let waiting = false;
  return {
    played: () => void (waiting = true),
    async show() {
      if (!waiting) return;
      waiting = false;
      await bumpList(source.manager);
    },
  };
}
