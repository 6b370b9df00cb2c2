import type { DataSource } from 'typeorm';
import { bumpList } from './list-version';

export type ShownPlays = {
  /** Notes that a play was counted in this process. */
  played: () => void;
  /** Has the list show the plays that were counted since the last call. */
  show: () => Promise<void>;
};

/** Collects plays for the list. It does not show each play at once, because each new version is built and sent to everybody. */
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
