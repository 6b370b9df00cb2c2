import type { UPLOAD_STAGES } from '@shop/contracts/constants';
import type { UploadView } from '@shop/contracts/views';
import { notFound } from '@shop/http';

type UploadStage = (typeof UPLOAD_STAGES)[number];
export type Progress = (stage: UploadStage, percent: number) => void;

const KEPT_MS = 10 * 60_000;
const MOST = 1000;

export type UploadProgress = {
  /** Says from now on how far the upload with this id is. Without an id nobody asks. */
  follow: (id: string | undefined) => Progress;
  /** @throws Refusal 404 */
  of: (id: string) => UploadView;
};

/**
 * How far uploads are, under ids that the clients have made up. In this process only: with several replicas the question may reach
 * one that knows nothing of the upload, and whoever asks goes on without the details.
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
