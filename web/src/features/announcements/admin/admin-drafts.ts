import type { ImageChoice } from './admin-form';

export type Draft = { title: string; content: string; is_active: boolean; image: ImageChoice };

const drafts = new Map<number | 'new', Draft>();

/**
 * The typed texts of a form whose session ended, until the form is opened again after the login. They are kept in the memory of this tab
 * alone.
 */
export const keptDrafts = {
  keep: (id: number | undefined, draft: Draft) => void drafts.set(id ?? 'new', draft),
  get: (id: number | undefined) => drafts.get(id ?? 'new'),
  forget: (id: number | undefined) => void drafts.delete(id ?? 'new'),
};
