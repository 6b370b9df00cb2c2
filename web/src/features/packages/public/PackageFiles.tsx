import { PACKAGE_ROLES, type PackageRole } from '@shop/contracts/constants';
import type { PackageView } from '@shop/contracts/views';
import { errorText } from '#lib/calls/api.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { SmallSelect } from '#ui/form/SmallSelect.tsx';
import { useChangePackageFileMutation, useDeletePackageFileMutation } from '../api/packages-api';
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

/** The files that have arrived, each with its facts; the maker corrects a role, or takes a file out. */
export function PackageFiles({ of: { id, files, state } }: { of: PackageView }) {
  const [change] = useChangePackageFileMutation();
  const [remove] = useDeletePackageFileMutation();
  const busy = state === 'checking';
  const told = ({ error }: { error?: unknown }) =>
    error && toast.error(errorText(error, 'The file was not changed. Please try again.'));
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map(({ id: fileId, path, role, sizeBytes, seconds, loudness }) => (
        <li key={fileId}>
          <span className={styles.path} dir="auto">
            {path}
          </span>
          <span className={`mono ${styles.facts}`}>
            {fileSize(sizeBytes)}
            {seconds !== undefined && ` · ${minutesOf(seconds)}`}
            {loudness !== undefined && ` · ${loudness.toFixed(1)} LUFS`}
          </span>
          <SmallSelect
            aria-label={`Role of ${path}`}
            value={role}
            disabled={busy}
            onChange={async ({ target }) => told(await change({ id, fileId, role: target.value as PackageRole }))}
          >
            {PACKAGE_ROLES.map((one) => (
              <option key={one} value={one}>
                {ROLES[one]}
              </option>
            ))}
          </SmallSelect>
          <Button size="s" disabled={busy} aria-label={`Remove ${path}`} onClick={async () => told(await remove({ id, fileId }))}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
