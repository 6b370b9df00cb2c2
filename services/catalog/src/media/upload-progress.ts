import type { UPLOAD_STAGES } from '@shop/contracts/constants';
import type { UploadView } from '@shop/contracts/views';
import { notFound } from '@shop/http';
import { LRUCache } from 'lru-cache';

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
export function createUploadProgress(now: () => number = () => performance.now()): UploadProgress {
  const uploads = new LRUCache<string, UploadView>({ max: MOST, ttl: KEPT_MS, ttlResolution: 0, perf: { now } });
  return {
    follow: (id) => (stage, percent) => {
      if (id !== undefined) uploads.set(id, { stage, percent });
    },
    of(id) {
      const upload = uploads.get(id);
      if (!upload) throw notFound('upload');
      return upload;
    },
  };
}
