import { useState } from 'react';
import { PackagePart } from '../public/PackagePart';

/**
 * Takes the files of a track from an admin and has them checked, so that the shop delivers it instead of a link. `onFit` hears the number
 * of the package once the check has passed.
 */
export function AdminSendFiles({ onFit }: { onFit: (packageId: number) => void }) {
  const [packageId, setPackageId] = useState<number | null>(null);
  return (
    <details>
      <summary>Send the files to the shop</summary>
      <PackagePart
        packageId={packageId}
        onBegun={setPackageId}
        facts={() => ({})}
        onFit={(isFit) => isFit && packageId !== null && onFit(packageId)}
        error={undefined}
      />
    </details>
  );
}
