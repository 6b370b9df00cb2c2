import { PACKAGE_ROLES, type PackageRole } from '@shop/contracts/constants';
import type { PackageView } from '@shop/contracts/views';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorText } from '#lib/calls/api.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Select } from '#ui/form/Select.tsx';
import { useChangePackageFileMutation, useDeletePackageFileMutation } from '../api/packages-api';
import type { ChosenFile } from './chosen-files';
import styles from './Packages.module.css';

const ROLES: Record<PackageRole, string> = {
  master: 'Master',
  unmastered: 'Unmastered',
  stem: 'Stem',
  midi: 'MIDI',
  project: 'Project',
  artwork: 'Artwork',
  other: 'Other',
};

type FilesProps = {
  of: PackageView;
  /** Sends a file in the place of one that was taken out. */
  onReplaced: (files: readonly ChosenFile[]) => void;
};

/** The files that have arrived, each with its facts; the maker corrects a role, exchanges a file, or takes it out. */
export function PackageFiles({ of: { id, files, state, sizeBytes: allBytes }, onReplaced }: FilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fileToReplace, setFileToReplace] = useState<PackageView['files'][number] | null>(null);
  const [change] = useChangePackageFileMutation();
  const [remove] = useDeletePackageFileMutation();
  const busy = state === 'checking';
  const showError = ({ error }: { error?: unknown }) =>
    error && toast.error(errorText(error, 'The file was not changed. Please try again.'));
  async function replace(file: File | undefined) {
    if (!file || !fileToReplace) return;
    const { error } = await remove({ id, fileId: fileToReplace.id });
    if (error) showError({ error });
    else onReplaced([{ path: fileToReplace.path, file }]);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={fileToReplace ? `Another file for ${fileToReplace.path}` : 'Another file'}
        onChange={({ target }) => {
          void replace(target.files?.[0]);
          target.value = '';
        }}
      />
      <p className="muted">
        {files.length === 1 ? 'One file' : `${files.length} files`} · {fileSize(allBytes)}
      </p>
      <ul className={styles.files} aria-label="Files">
        {files.map((file) => {
          const { id: fileId, path, role, sizeBytes, seconds } = file;
          return (
            <li key={fileId}>
              <span className={styles.path} dir="auto">
                {path}
              </span>
              <span className={`mono ${styles.facts}`}>
                {fileSize(sizeBytes)}
                {seconds !== undefined && ` · ${minutesOf(seconds)}`}
              </span>
              <Select
                aria-label={`Role of ${path}`}
                value={role}
                disabled={busy}
                onChange={async ({ target }) => showError(await change({ id, fileId, role: target.value as PackageRole }))}
              >
                {PACKAGE_ROLES.map((option) => (
                  <option key={option} value={option}>
                    {ROLES[option]}
                  </option>
                ))}
              </Select>
              <Button
                size="s"
                disabled={busy}
                aria-label={`Replace ${path}`}
                onClick={() => {
                  flushSync(() => setFileToReplace(file));
                  input.current?.click();
                }}
              >
                Replace
              </Button>
              <Button
                size="s"
                disabled={busy}
                aria-label={`Remove ${path}`}
                onClick={async () => showError(await remove({ id, fileId }))}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
