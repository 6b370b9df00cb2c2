import type { PageName } from '@shop/contracts/pages';
import { api } from '#lib/calls/api.ts';
import type { AppDispatch } from '#lib/hooks.ts';

/** An answer of the API that the server rendered a page with. */
export type PageAnswer = { endpointName: string; arg: unknown; value: unknown };

/** The data with which the browser renders the same page as the server did. They say nothing of the visitor. */
export type RenderedPage = {
  page: PageName | 'notFound';
  answers: PageAnswer[];
  /** Set for a page that only visitors without scripts need: browsers render it anew instead of hydrating it. */
  anew?: true;
};

/** The id of the element that holds a `RenderedPage` as JSON. */
export const RENDERED_PAGE_ID = 'rendered-page';

/** Puts answers into a store as if they had just arrived. The page's code, which declares the calls, must be loaded before. */
export const takeAnswers = (answers: readonly PageAnswer[]) => (dispatch: AppDispatch) =>
  dispatch(api.util.upsertQueryEntries(answers as Parameters<typeof api.util.upsertQueryEntries>[0]));
