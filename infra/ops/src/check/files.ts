import type { Service } from '../services';
import { everyRow, rowIn, type Invariant } from './invariant';

const filesInvariant = (service: Service, name: string, says: string, ownedAll: boolean): Invariant => ({
  name,
  says,
  from: [`${service}.files`, `${service}.kept-files`],
  judge: () => (rows) => {
    const [owner, keptFile] = [rowIn(rows, `${service}.files`), rowIn(rows, `${service}.kept-files`)];
    if (!keptFile) return owner?.stray === true ? null : 'is not in the storage';
    if (owner && keptFile.size === 0) return 'is empty';
    return ownedAll && !owner ? 'belongs to nobody' : null;
  },
});

/**
 * Compares stored files with the rows that name them. Covers, recordings and images keep their address for good, even after a track got
 * new ones. Identity documents, packages and files of claims must disappear with their owner.
 */
export const FILES: Invariant[] = [
  filesInvariant(
    'catalog',
    'files-of-tracks',
    'Each cover in each width, recording and waveform that a track or demo track shows is in the storage and not empty.',
    false,
  ),
  filesInvariant('notifications', 'files-of-news', 'Each image of an announcement is in the storage and not empty.', false),
  filesInvariant(
    'sellers',
    'files-of-stores',
    'Each page of an identity document is in the storage and not empty, and none is there that belongs to no store.',
    true,
  ),
  filesInvariant(
    'orders',
    'files-of-claims',
    'Each picture and recording of a claim is in the storage and not empty, and none is there that belongs to no message.',
    true,
  ),
  {
    name: 'files-of-packages',
    says: 'Each file of a package is in the storage with the size of its row, and none is there that belongs to no package.',
    from: ['catalog.package-files', 'catalog.kept-package-files'],
    judge: () => (rows) => {
      const [owner, keptFile] = [rowIn(rows, 'catalog.package-files'), rowIn(rows, 'catalog.kept-package-files')];
      if (!owner) return 'belongs to nobody';
      if (owner.stray === true) return null;
      if (!keptFile) return 'is not in the storage';
      return keptFile.size === owner.size ? null : 'has another size than its row';
    },
  },
  {
    name: 'hashes-of-packages',
    says: 'The files of packages that the day draws by lot, 200 and 1 GB at most, have the bytes that arrived.',
    from: ['catalog.damaged-package-sample'],
    judge: everyRow('has another SHA-256 than its row'),
  },
  {
    name: 'prints-of-recordings',
    says: 'Each fingerprint is that of a preview, of a package, or of a recording that was sent for review or sold.',
    from: ['catalog.stray-fingerprints'],
    judge: everyRow('belongs to nobody'),
  },
];

/** Reads every byte of the storage, so it is checked only with `--hashes`. */
export const CONTENTS: Invariant = {
  name: 'files-are-whole',
  says: 'Each stored file has the bytes that its name or row promises, and no picture is cut off (only with `--hashes`).',
  from: ['catalog.damaged-files', 'catalog.damaged-package-files', 'notifications.damaged-files', 'sellers.damaged-files'],
  judge: everyRow('is not what was stored'),
};
