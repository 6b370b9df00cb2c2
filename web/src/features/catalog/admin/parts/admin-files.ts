import { hasChanged } from '#lib/files/chosen-file.ts';

export type MediaKind = 'img' | 'audio';

const MB = 1024 * 1024;

/** The files that the forms accept, with the limits of the server (docs/product/catalogue.md#media). */
export const MEDIA: Record<MediaKind, { label: string; accept: string; hint: string; mostBytes: number; wrong: string }> = {
  img: {
    label: 'Image',
    accept: 'image/jpeg,image/png,image/webp,image/gif',
    hint: 'JPEG, PNG, WebP or GIF, at most 10 MB. It is cut to a square.',
    mostBytes: 10 * MB,
    wrong: 'The image must be JPEG, PNG, WebP or GIF.',
  },
  audio: {
    label: 'Audio',
    accept: 'audio/mpeg,audio/wav,audio/flac,audio/ogg,.mp3,.wav,.flac,.ogg',
    hint: 'MP3, WAV, FLAC or OGG, 10 seconds to 15 minutes, at most 100 MB.',
    mostBytes: 100 * MB,
    wrong: 'The audio must be MP3, WAV, FLAC or OGG.',
  },
};

/** The pattern for the type of a file. Firefox gives an OGG file the type of its container, video/ogg. */
const TYPES: Record<MediaKind, RegExp> = { img: /^image\//, audio: /^audio\/|\/ogg$/ };

/** Why a chosen file cannot be sent; undefined when it can. The server also checks its bytes. */
export function fileProblem(kind: MediaKind, file: File | null): string | undefined {
  if (!file) return undefined;
  const { mostBytes, wrong } = MEDIA[kind];
  if (file.type && !TYPES[kind].test(file.type)) return wrong;
  if (file.type === 'image/svg+xml') return wrong;
  if (file.size === 0) return 'The file is empty.';
  return file.size > mostBytes ? `The file must be at most ${mostBytes / MB} MB.` : undefined;
}

export type ChosenFiles = Record<MediaKind, File | null>;

/** The files that were changed on the disk since they were chosen, so that the browser can no longer read them. */
export async function changedSinceChosen(files: ChosenFiles): Promise<MediaKind[]> {
  const kinds = ['img', 'audio'] as const;
  const areChanged = await Promise.all(kinds.map(async (kind) => files[kind] !== null && hasChanged(files[kind])));
  return kinds.filter((_kind, at) => areChanged[at]);
}
