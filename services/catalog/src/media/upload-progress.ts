import type { UPLOAD_STAGES } from '@shop/contracts/constants';
import type { UploadView } from '@shop/contracts/views';
import { notFound } from '@shop/http';

type UploadStage = (typeof UPLOAD_STAGES)[number];
export type Progress = (stage: UploadStage, percent: number) => void;

const KEPT_MS = 10 * 60_000;
const MOST = 1000;

export type UploadProgress = {
  /** → a function that notes how far the upload with this id is; without an id it notes nothing, for nobody can ask */
  follow: (id: string | undefined) => Progress;
  /** How far an upload is. @throws Refusal 404 when this process knows nothing of it */
  of: (id: string) => UploadView;
};

/**
 * Keeps how far uploads are, by ids that the clients have made up, in the memory of this process. With several replicas, the question
 * may reach one that knows nothing of the upload; the form then shows no details.
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
        // the newest is last, so that forgetting begins with the oldest
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
