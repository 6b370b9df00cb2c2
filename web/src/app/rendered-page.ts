import type { PageName } from '@shop/contracts/pages';
import { api } from '../lib/calls/api';
import type { AppDispatch } from '../lib/hooks';

/** An answer of the api that the server rendered a page with. */
export type PageAnswer = { endpointName: string; arg: unknown; value: unknown };

/** What a page that the server rendered tells the browser, so that it renders the same. It holds nothing of a visitor. */
export type RenderedPage = {
  page: PageName | 'notFound';
  answers: PageAnswer[];
  /** Set when the server rendered what only visitors without scripts are shown: browsers render the page anew instead of hydrating it. */
  anew?: true;
};

/** The id of the element that holds a `RenderedPage` as JSON. */
export const RENDERED_PAGE_ID = 'rendered-page';

/** Puts answers into a store, as if they had just arrived. The code of the page, which declares its calls, is loaded before. */
export const takeAnswers = (answers: readonly PageAnswer[]) => (dispatch: AppDispatch) =>
  dispatch(api.util.upsertQueryEntries(answers as Parameters<typeof api.util.upsertQueryEntries>[0]));
