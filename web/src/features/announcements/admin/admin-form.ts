import { ANNOUNCEMENT_LIMITS } from '@shop/contracts/constants';

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** What the form holds beside its texts: a new file, or the wish to have none. */
export type ImageChoice = { file: File | null; removed: boolean };

export const NO_CHANGE: ImageChoice = { file: null, removed: false };

/** Why a file cannot be the image (docs/product/messages.md#announcements), or undefined. */
export function imageProblem({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (!IMAGE_TYPES.includes(type)) return 'Only JPG, PNG, WebP or GIF images are allowed';
  if (size > ANNOUNCEMENT_LIMITS.imageBytes) return 'Image size should be less than 2MB';
  return undefined;
}

type Texts = { title: string; content: string; is_active: boolean };

/** The documented multipart body; a missing image keeps the one there is. */
export function formDataOf({ title, content, is_active }: Texts, { file, removed }: ImageChoice): FormData {
  const form = new FormData();
  form.set('title', title);
  form.set('content', content);
  form.set('is_active', String(is_active));
  if (file) form.set('image', file);
  else if (removed) form.set('remove_image', 'true');
  return form;
}

/** A link in markdown; whatever stands in its text and its address, it stays one link. */
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

/** Puts `piece` in place of what is selected. → the new text and where the caret belongs. */
export function replaceSelection(text: string, selection: { start: number; end: number }, piece: string) {
  const { start, end } = selection;
  return { text: text.slice(0, start) + piece + text.slice(end), caret: start + piece.length };
}
