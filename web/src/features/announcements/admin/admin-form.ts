import { ANNOUNCEMENT_LIMITS } from '@shop/contracts/constants';

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Either a new file, or the removal of the stored image. */
export type ImageChoice = { file: File | null; removed: boolean };

export const NO_CHANGE: ImageChoice = { file: null, removed: false };

/** Why a file cannot be the image (docs/product/messages.md#announcements); undefined when it can, or without a file. */
export function imageProblem(file: Pick<File, 'size' | 'type'> | null): string | undefined {
  if (!file) return undefined;
  const { size, type } = file;
  if (!IMAGE_TYPES.includes(type)) return 'Only JPG, PNG, WebP or GIF images are allowed';
  if (size > ANNOUNCEMENT_LIMITS.imageBytes) return 'Image size should be less than 2MB';
  return undefined;
}

type Texts = { title: string; content: string; is_active: boolean };

/** The documented multipart body. In an edit, omitted texts and an omitted image stay unchanged. */
export function formDataOf(texts: Partial<Texts>, { file, removed }: ImageChoice): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, String(value));
  if (file) form.set('image', file);
  else if (removed) form.set('remove_image', 'true');
  return form;
}

/** A link in markdown. Characters in its text and address are escaped, so that it stays one link. */
export function markdownLink(text: string, url: string): string {
  const label = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*_<>!]/g, '\\$&');
  const address = url
    .trim()
    .replace(/[\s<>()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
  return `[${label}](${address})`;
}

/**
 * Replaces the selected text by `piece`.
 * @returns the new text, and the position of the caret
 */
export function replaceSelection(text: string, selection: { start: number; end: number }, piece: string) {
  const { start, end } = selection;
  return { text: text.slice(0, start) + piece + text.slice(end), caret: start + piece.length };
}
