import { errorText, isApiError } from '#lib/calls/api.ts';
import type { ApiError } from '#lib/calls/endpoints.ts';
import { watchers } from '#lib/watchers.ts';
import { DetailedError, Upload } from 'tus-js-client';
import type { ChosenFile } from './chosen-files';

const CHUNK = 64 * 1024 ** 2;
const AT_ONCE = 2;
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000];
/** Over what time the speed is measured. */
const SPEED_MS = 10_000;

type Sending = ChosenFile & { sent: number; state: 'waiting' | 'sending' | 'failed'; problem: string | null };
type UploadState = { files: readonly Sending[]; paused: boolean; bytesPerSecond: number };
type Begin = (file: { path: string; sizeBytes: number }) => Promise<string | ApiError>;

/** Why a file has not arrived, and what to do, by the status of the answer; 0 without an answer. */
const PROBLEMS: Record<number, string> = {
  0: 'The connection is gone. It goes on by itself when you are online again; or press Continue.',
  401: 'Your session has ended. Log in again, then press Continue.',
  404: 'This upload has lapsed. Press Continue to send the file again.',
  410: 'This upload has lapsed. Press Continue to send the file again.',
  413: 'This file is too large: a package holds at most 10 GB.',
  507: 'The shop has no room left at the moment. What has arrived is kept; press Continue later.',
};
const OTHER = 'This file was not sent. Press Continue to try again.';
const TRY_AGAIN = [0, 408, 409, 423, 425, 429];
/** Whether the same call may succeed in a moment, by the status of its answer. */
const isPassing = (status: number) => navigator.onLine && (TRY_AGAIN.includes(status) || (status >= 500 && status !== 507));

/**
 * Sends the files of one package, two at a time, each by tus 1.0 to the address that `begin` answers. It lives outside of React, so that
 * the page may be used meanwhile.
 * @param onArrived called when a file has arrived in full, or was given up
 */
function createUploader(begin: Begin, onArrived: () => void) {
  const { subscribe, tell } = watchers();
  const uploads = new Map<string, Upload>();
  const addresses = new Map<string, Promise<string | ApiError>>();
  /** Files whose upload is begun again in a moment. */
  const waits = new Map<string, number>();
  let samples: { at: number; bytes: number }[] = [];
  let bytes = 0;
  let state: UploadState = { files: [], paused: false, bytesPerSecond: 0 };

  const set = (change: Partial<UploadState>) => {
    state = { ...state, ...change };
    tell();
  };
  const edit = (path: string, change: Partial<Sending>) =>
    set({ files: state.files.map((file) => (file.path === path ? { ...file, ...change } : file)) });
  const drop = (path: string) => set({ files: state.files.filter((file) => file.path !== path) });

  function next() {
    if (state.paused) return;
    const free = AT_ONCE - state.files.filter((file) => file.state === 'sending').length;
    for (const file of state.files.filter(({ state }) => state === 'waiting').slice(0, Math.max(free, 0))) void send(file);
  }

  function fail(path: string, status: number, text?: string) {
    uploads.delete(path);
    if (status === 404 || status === 410) addresses.delete(path);
    edit(path, { state: 'failed', problem: text || (PROBLEMS[status] ?? OTHER) });
    next();
  }

  async function send(sending: Sending, attempt = 0) {
    const { path, file } = sending;
    edit(path, { state: 'sending', problem: null });
    const address = addresses.get(path) ?? begin({ path, sizeBytes: file.size });
    addresses.set(path, address);
    const begun = await address;
    if (isApiError(begun)) {
      addresses.delete(path);
      const status = typeof begun.status === 'number' ? begun.status : 0;
      const delay = delayOf(begun, status, attempt);
      if (delay !== undefined) return wait(sending, delay, attempt + 1);
      // The shop's own words name the quota, the size or the path.
      return fail(path, status, status === 401 ? '' : errorText(begun, status === 507 ? begun.message : ''));
    }
    if (!state.paused && !uploads.has(path) && state.files.some((file) => file.path === path)) start(path, file, begun);
  }

  function wait(sending: Sending, delay: number, attempt: number) {
    const { path } = sending;
    if (state.paused || waits.has(path) || !state.files.some((file) => file.path === path)) return;
    const again = () => {
      waits.delete(path);
      void send(sending, attempt);
    };
    waits.set(path, window.setTimeout(again, delay));
  }

  function start(path: string, file: File, uploadUrl: string) {
    let before: number | null = null;
    // Never with `endpoint`: the library would begin a second upload where it cannot ask for the offset.
    const upload = new Upload(file, {
      uploadUrl: new URL(uploadUrl, window.location.origin).href,
      chunkSize: CHUNK,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => isPassing(statusOf(error)),
      onProgress(sentBytes) {
        bytes += Math.max(sentBytes - (before ?? sentBytes), 0);
        before = sentBytes;
        const now = Date.now();
        samples = [...samples.filter(({ at }) => now - at < SPEED_MS), { at: now, bytes }];
        const [first] = samples;
        const seconds = first ? (now - first.at) / 1000 : 0;
        edit(path, { sent: sentBytes });
        if (first && seconds > 0) set({ bytesPerSecond: (bytes - first.bytes) / seconds });
      },
      onSuccess() {
        uploads.delete(path);
        addresses.delete(path);
        drop(path);
        onArrived();
        next();
      },
      onError: (error) => fail(path, statusOf(error)),
    });
    uploads.set(path, upload);
    upload.start();
  }

  const stop = (path: string, forGood = false) => {
    window.clearTimeout(waits.get(path));
    waits.delete(path);
    const aborted = uploads.get(path)?.abort(forGood);
    uploads.delete(path);
    return aborted;
  };

  const uploader = {
    subscribe,
    get: () => state,
    /** Adds files; `begunUploads` has the addresses of uploads that were begun before a reload. */
    add(files: readonly ChosenFile[], begunUploads: ReadonlyMap<string, string>) {
      const fresh = files.filter(({ path }) => !state.files.some((file) => file.path === path));
      for (const { path } of fresh) {
        const address = begunUploads.get(path);
        if (address !== undefined) addresses.set(path, Promise.resolve(address));
      }
      set({ files: [...state.files, ...fresh.map((file) => ({ ...file, sent: 0, state: 'waiting' as const, problem: null }))] });
      next();
    },
    pause() {
      for (const path of [...uploads.keys(), ...waits.keys()]) void stop(path);
      const files = state.files.map((file) => (file.state === 'sending' ? { ...file, state: 'waiting' as const } : file));
      set({ paused: true, bytesPerSecond: 0, files });
    },
    resume() {
      const files = state.files.map((file) =>
        file.state === 'failed' ? { ...file, state: 'waiting' as const, problem: null } : file,
      );
      samples = [];
      set({ paused: false, files });
      next();
    },
    /** Gives a file up; what has arrived of it is removed. */
    cancel(path: string) {
      void stop(path, true)?.then(onArrived, onArrived);
      addresses.delete(path);
      drop(path);
      next();
    },
  };
  window.addEventListener('online', () => state.paused || uploader.resume());
  window.addEventListener('beforeunload', (event) => state.files.length > 0 && event.preventDefault());
  return uploader;
}
export type Uploader = ReturnType<typeof createUploader>;

/**
 * After how many milliseconds an upload that was not begun is begun again; nothing where that is of no use, or where the shop asks for
 * more patience than a piece of a file has. A conflict is no matter of time here.
 */
function delayOf({ retryAfter = 0 }: ApiError, status: number, attempt: number): number | undefined {
  const delay = RETRY_MS[attempt];
  const retryMs = retryAfter * 1000;
  if (delay === undefined || status === 409 || !isPassing(status) || retryMs > Math.max(...RETRY_MS)) return undefined;
  return Math.max(delay, retryMs);
}

const statusOf = (error: unknown) => (error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0);

const uploaders = new Map<number, Uploader>();

/** The uploader of a package: the same one when its form is closed and opened again. */
export function uploaderOf(packageId: number, begin: Begin, onArrived: () => void): Uploader {
  const uploader = uploaders.get(packageId) ?? createUploader(begin, onArrived);
  uploaders.set(packageId, uploader);
  return uploader;
}
