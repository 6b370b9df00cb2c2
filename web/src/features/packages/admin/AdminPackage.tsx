import type { PackageView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { useLazyPackageSoundQuery, useReviewedPackageQuery } from '../api/admin-packages-api';
import { PackageReport } from '../public/PackageReport';
import styles from '../public/Packages.module.css';

/** What a reviewer sees of a package: what the check found, and its files; master, unmastered and stems play in place. */
export function AdminPackage({ id, trackName, onClose }: { id: number; trackName: string; onClose: () => void }) {
  const asked = useReviewedPackageQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Dialog title={`Files of ${trackName}`} open onOpenChange={onClose} wide>
      <Query of={asked} skeleton={<p className="muted">Loading…</p>} errorText="Failed to load the package">
        {({ data }) => (
          <div className={styles.package}>
            {data.report ? (
              <PackageReport report={data.report} reviewed />
            ) : (
              <p className="muted">The files are being checked again.</p>
            )}
            <ul className={styles.files} aria-label="Files">
              {data.files.map((file) => (
                <RowBoundary key={file.id}>
                  <PlayedFile packageId={id} file={file} />
                </RowBoundary>
              ))}
            </ul>
          </div>
        )}
      </Query>
    </Dialog>
  );
}

const PLAYED = new Set(['master', 'unmastered', 'stem']);

function PlayedFile({ packageId, file }: { packageId: number; file: PackageView['files'][number] }) {
  const may = useMay();
  const [load, loading] = useLazyPackageSoundQuery();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);

  async function play() {
    const { data, error } = await load({ id: packageId, fileId: file.id });
    if (data) setUrl(data);
    else toast.error(errorText(error, 'The file was not loaded. Please try again.'));
  }
  const { path, role, sizeBytes, seconds, loudness, truePeak } = file;
  return (
    <li>
      <span className={styles.path} dir="auto">
        {path}
      </span>
      <span className={`mono ${styles.facts}`}>
        {role} · {fileSize(sizeBytes)}
        {seconds !== undefined && ` · ${minutesOf(seconds)}`}
        {loudness !== undefined && ` · ${loudness.toFixed(1)} LUFS`}
        {truePeak !== undefined && ` · ${truePeak.toFixed(1)} dBTP`}
      </span>
      {url ? (
        <audio controls autoPlay src={url} aria-label={path} />
      ) : (
        PLAYED.has(role) &&
        may('changeCatalogue') && (
          <Button size="s" busy={loading.isFetching} aria-label={`Play ${path}`} onClick={() => void play()}>
            Play
          </Button>
        )
      )}
    </li>
  );
}
