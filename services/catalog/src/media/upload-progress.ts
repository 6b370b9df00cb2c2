import type { UPLOAD_STAGES } from '@shop/contracts/constants';
import type { UploadView } from '@shop/contracts/views';
import { notFound } from '@shop/http';

type UploadStage = (typeof UPLOAD_STAGES)[number];
export type Progress = (stage: UploadStage, percent: number) => void;

const KEPT_MS = 10 * 60_000;
const MOST = 1000;

export type UploadProgress = {
  /**
   * @returns a function that notes the progress of the upload with this id; without an id it notes nothing, because nobody can
   * ask
   */
  follow: (id: string | undefined) => Progress;
  /** @throws Refusal 404 when this process does not know the upload */
  of: (id: string) => UploadView;
};

/**
 * Keeps the progress of uploads in the memory of this process, by ids that the clients make up. With several replicas, the question
 * may reach one that does not know the upload; the form then shows no details.
 */
export function createUploadProgress(now: () => number = Date.now): UploadProgress {
  const states = new Map<string, UploadView & { at: number }>();
  const forgetOld = () => {
    for (const [id, { at }] of states) {
      if (states.size <= MOST && at > now() - KEPT_MS) return;
      states.delete(id);
    }
  };
  return {
    follow(id) {
      if (id === undefined) return () => undefined;
      return (stage, percent) => {
        // Moves the newest to the end, so that forgetting begins with the oldest.
        states.delete(id);
        states.set(id, { stage, percent, at: now() });
        forgetOld();
      };
    },
    of(id) {
      forgetOld();
      const state = states.get(id);
      if (!state) throw notFound('upload');
      return { stage: state.stage, percent: state.percent };
    },
  };
}
