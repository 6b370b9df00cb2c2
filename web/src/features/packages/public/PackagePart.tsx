import type { PackageForm } from '@shop/contracts/forms';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { cx } from '#lib/cx.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { toast } from '#lib/toast.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { Button } from '#ui/action/Button.tsx';
import {
  CHECK_POLL_MS,
  packageEndpoints,
  useCancelPackageUploadMutation,
  useCompletePackageMutation,
  useCreatePackageMutation,
  usePackageQuery,
} from '../api/packages-api';
import { droppedFiles, filesOf, type ChosenFile } from './chosen-files';
import { PackageDrawing } from './PackageDrawing';
import { PackageFiles } from './PackageFiles';
import { PackageReport } from './PackageReport';
import styles from './Packages.module.css';
import { uploaderOf, type Uploader } from './uploader';

type PackageProps = {
  /** The package that was begun; null before the first file. */
  packageId: number | null;
  onBegun: (packageId: number | null) => void;
  /** Hears whether the package may be sent. */
  onFit: (isFit: boolean) => void;
  /** What the form says of the track so far. */
  facts: () => PackageForm;
  /** What the form misses. */
  error: string | undefined;
};

/** Takes a ZIP or a folder, sends it, has it checked and shows what was found (docs/product/review.md#sending-a-package). */
export function PackagePart({ packageId, onBegun, onFit, facts, error }: PackageProps) {
  const dispatch = useAppDispatch();
  const [create] = useCreatePackageMutation();
  const [complete, completing] = useCompletePackageMutation();
  const [cancel] = useCancelPackageUploadMutation();
  const [isChecking, setIsChecking] = useState(false);
  const query = usePackageQuery(packageId ?? 0, {
    skip: packageId === null,
    pollingInterval: isChecking ? CHECK_POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  });
  const pack = packageId === null ? undefined : query.currentData?.data;
  if (pack && isChecking !== (pack.state === 'checking')) setIsChecking(!isChecking);
  const isGone = isApiError(query.error) && query.error.status === 404;

  const follow = useEffectEvent(() => {
    onFit(pack?.state === 'checked');
    if (isGone) onBegun(null);
  });
  useEffect(() => follow(), [pack?.state, isGone]);

  const uploaderFor = (id: number): Uploader =>
    uploaderOf(
      id,
      async (file) => {
        const { data, error: refusal } = await dispatch(packageEndpoints.beginPackageUpload.initiate({ id, ...file }));
        return data?.data.uploadUrl ?? (isApiError(refusal) ? refusal : { status: 'NETWORK', message: '' });
      },
      () => void dispatch(packageEndpoints.package.initiate(id, { subscribe: false, forceRefetch: true })),
    );
  const uploader = packageId === null ? null : uploaderFor(packageId);
  const sending = useSyncExternalStore(uploader?.subscribe ?? nothing, () => uploader?.get() ?? null);

  async function add(files: readonly ChosenFile[]) {
    if (files.length === 0) return;
    let id = packageId;
    if (id === null) {
      const answer = await create(facts());
      if (answer.error) {
        if (!dispatch(sessionHasEnded(answer.error)))
          toast.error(errorText(answer.error, 'The upload was not begun. Please try again.'));
        return;
      }
      id = answer.data.data.id;
      onBegun(id);
    }
    const there = new Set(pack?.files.map(({ path, sizeBytes }) => `${sizeBytes} ${path}`));
    const missing = files.filter(({ path, file }) => !there.has(`${file.size} ${path}`));
    const startedUploads = pack?.uploads.filter(({ path, sizeBytes }) =>
      files.some((file) => file.path === path && file.file.size === sizeBytes),
    );
    uploaderFor(id).add(missing, new Map(startedUploads?.map(({ path, uploadUrl }) => [path, uploadUrl])));
  }

  async function check() {
    if (packageId === null) return;
    const { error: refusal } = await complete({ id: packageId, ...facts() });
    if (refusal && !dispatch(sessionHasEnded(refusal)))
      toast.error(errorText(refusal, 'The check was not begun. Please try again.'));
  }

  const underway = sending?.files ?? [];
  const interruptedUploads = pack?.uploads.filter(({ path }) => !underway.some((file) => file.path === path)) ?? [];
  return (
    <section className={styles.package} aria-label="Files of the track">
      {!isChecking && <Drop onFiles={(files) => void add(files)} error={error} />}
      {interruptedUploads.length > 0 && (
        <p role="status">
          {interruptedUploads.length === 1 ? 'One file has' : `${interruptedUploads.length} files have`} not arrived in full.
          Choose the same archive or folder again, and it goes on where it was:{' '}
          <span dir="auto">{interruptedUploads[0]?.path}</span>
          {interruptedUploads.length > 1 && ' and others'}.{' '}
          <Button
            size="s"
            onClick={() => pack && interruptedUploads.forEach(({ uploadId }) => void cancel({ id: pack.id, uploadId }))}
          >
            Give them up
          </Button>
        </p>
      )}
      {uploader && sending && underway.length > 0 && <Underway uploader={uploader} sending={sending} />}
      {pack && pack.files.length > 0 && (
        <PackageFiles of={pack} onReplaced={(files) => uploaderFor(pack.id).add(files, new Map())} />
      )}
      {isChecking && (
        <div>
          <p role="status">Checking your files… {pack?.progress ?? 0} %</p>
          <progress className={styles.progress} aria-label="Check" max={100} value={pack?.progress ?? 0} />
        </div>
      )}
      {pack?.report && (pack.state === 'checked' || pack.state === 'failed') && (
        <>
          <PackageReport report={pack.report} packageId={pack.id} />
          <PackageDrawing files={pack.files} findings={pack.report.findings} />
        </>
      )}
      {pack && pack.state === 'open' && pack.files.length > 0 && (
        <Button disabled={underway.length > 0} busy={completing.isLoading} onClick={() => void check()}>
          Check my files
        </Button>
      )}
    </section>
  );
}

const nothing = () => () => {};

function Drop({ onFiles, error }: { onFiles: (files: readonly ChosenFile[]) => void; error: string | undefined }) {
  const [isOver, setIsOver] = useState(false);
  const archive = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const input = { type: 'file', multiple: true, hidden: true } as const;
  const take = ({ target }: { target: HTMLInputElement }) => {
    onFiles(filesOf(target.files));
    target.value = '';
  };
  return (
    <div
      className={cx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        droppedFiles(event.dataTransfer).then(onFiles, () =>
          toast.error('These files cannot be read. Please choose them again.'),
        );
      }}
    >
      <FileUp size={24} aria-hidden />
      <p>Drop your archive or folder here</p>
      <div className={styles.choose}>
        <Button size="s" onClick={() => archive.current?.click()}>
          Choose files
        </Button>
        <Button size="s" onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </div>
      <input {...input} ref={archive} aria-label="Archive or files" onChange={take} />
      <input {...input} ref={folder} aria-label="Folder" onChange={take} {...{ webkitdirectory: '' }} />
      {error && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Underway({ uploader, sending }: { uploader: Uploader; sending: ReturnType<Uploader['get']> }) {
  const { files, paused, bytesPerSecond } = sending;
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const sentBytes = files.reduce((sum, file) => sum + file.sent, 0);
  const stopped = paused || files.every(({ state }) => state === 'failed');
  return (
    <div className={styles.package}>
      <progress className={styles.progress} aria-label="Upload" max={total} value={sentBytes} />
      <div className={styles.sum}>
        <span className="mono">
          {fileSize(sentBytes)} of {fileSize(total)}
          {!stopped &&
            bytesPerSecond > 0 &&
            ` · ${fileSize(bytesPerSecond)}/s · ${minutesOf((total - sentBytes) / bytesPerSecond)} left`}
          {paused && ' · paused'}
        </span>
        {paused || files.some(({ state }) => state === 'failed') ? (
          <Button size="s" onClick={() => uploader.resume()}>
            Continue
          </Button>
        ) : (
          <Button size="s" onClick={() => uploader.pause()}>
            Pause
          </Button>
        )}
      </div>
      <ul className={styles.files} aria-label="Uploads">
        {files.map(({ path, file, sent: arrived, problem }) => (
          <li key={path}>
            <span className={styles.path} dir="auto">
              {path}
            </span>
            <span className={`mono ${styles.facts}`}>{Math.floor((arrived / Math.max(file.size, 1)) * 100)} %</span>
            <Button size="s" aria-label={`Cancel ${path}`} onClick={() => uploader.cancel(path)}>
              Cancel
            </Button>
            {problem && (
              <p className={styles.problem} role="alert">
                {problem}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
