import { errorText, isApiError } from '#lib/calls/api.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { usePackageQuery } from '../api/packages-api';
import { PackageDrawing, soundsOf } from './PackageDrawing';
import { PackageReport } from './PackageReport';
import styles from './Packages.module.css';

/** The drawn report of a package for whoever has bought its track (docs/product/packages.md#what-a-buyer-sees). */
export function PackageInside({ packageId }: { packageId: number }) {
  const query = usePackageQuery(packageId, { refetchOnMountOrArgChange: true });
  if (isApiError(query.error) && query.error.status === 404)
    return <p className="muted">For this purchase the shop shows the files and their hashes alone.</p>;
  return (
    <Query
      of={query}
      skeleton={<p className="muted">Loading…</p>}
      errorText={(error) => errorText(error, 'The report could not be loaded.')}
    >
      {({ data: { files, sizeBytes, report } }) => (
        <div className={styles.package}>
          <p className="muted">
            Checked by the shop: {files.length === 1 ? 'one file' : `${files.length} files`}, {fileSize(sizeBytes)}
          </p>
          {soundsOf(files).length === 0 && <p className="muted">There are no sounds to draw.</p>}
          <PackageDrawing files={files} findings={report?.findings ?? []} />
          {report && <PackageReport report={report} packageId={packageId} reviewed />}
        </div>
      )}
    </Query>
  );
}
