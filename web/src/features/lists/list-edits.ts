import type { AppDispatch, RootState } from '#lib/hooks.ts';
import { api, isApiError, isSessionGone } from '#lib/calls/api.ts';
import { call, type Answer, type TypedRequest, type Body } from '#lib/calls/call.ts';
import { askToLogIn } from '../session/ask-to-log-in';
import { detailsApi } from '../session/details-api';
import { endSession, type Interruption } from '../session/session';
import { channelOf } from '#lib/live/channel.ts';
import { toast } from '#lib/toast.ts';

/** The two lists of ids that the server keeps for a user. */
export type ListName = 'cart' | 'wishlist';
type ListEdit = { add: readonly number[] } | { remove: readonly number[] };

/** Whether two ids are equal. They are compared as strings, because older answers carried them as text. */
export const sameId = (a: number | string, b: number | string) => String(a) === String(b);

/** The answer to an edit of either list. */
type EditAnswer = Partial<Answer<'PATCH /api/cart/:userId'> & Answer<'PATCH /api/wishlist/:userId'>>;

export const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    editList: build.mutation({
      // The body's type needs a mutable list. The list here is readonly, but is only sent.
      query: ({ list, userId, edit }: { list: ListName; userId: number; edit: ListEdit }): TypedRequest<EditAnswer> =>
        call(`PATCH /api/${list}/:userId`, { params: { userId }, body: edit as Body<'PATCH /api/cart/:userId'> }),
      // The server may have made an edit whose answer was lost.
      invalidatesTags: (_answer, error, { list }) =>
        error && !isSessionGone(error) ? [list === 'cart' ? 'Cart' : 'Wishlist'] : [],
    }),
  }),
});

/** Reports a refused edit: after the end of the session it asks for the login, otherwise it shows `failureText`. */
export const sayRefused =
  (error: unknown, failureText: string, loginText: string, interruption?: Interruption) => (dispatch: AppDispatch) => {
    if (!isApiError(error) || error.status !== 401) return toast.error(failureText);
    dispatch(endSession());
    dispatch(askToLogIn(loginText, interruption));
  };

/** The ids of a list as this browser knows them, or null before they are loaded. */
const knownIds = (list: ListName, userId: number) => (_: AppDispatch, getState: () => RootState) =>
  detailsApi.endpoints.details
    .select(userId)(getState())
    .data?.[list].map((entry) => entry.id) ?? null;

/** The ids of a list, loaded first when they are not known yet. */
export const loadedIds = (list: ListName, userId: number) => async (dispatch: AppDispatch) => {
  const ids = dispatch(knownIds(list, userId));
  if (ids) return ids;
  const details = await dispatch(detailsApi.endpoints.details.initiate(userId, { subscribe: false })).unwrap();
  return details[list].map((entry) => entry.id);
};

const show = (list: ListName, userId: number, edit: ListEdit) => (dispatch: AppDispatch) => {
  dispatch(
    detailsApi.util.updateQueryData('details', userId, (details) => {
      if ('add' in edit) {
        const missing = edit.add.filter((id) => !details[list].some((entry) => sameId(entry.id, id)));
        details[list].push(...missing.map((id) => ({ id })));
      } else {
        details[list] = details[list].filter((entry) => !edit.remove.some((id) => sameId(id, entry.id)));
      }
    }),
  );
};

const opposite = (edit: ListEdit): ListEdit => ('add' in edit ? { remove: edit.add } : { add: edit.remove });

type State = { userId: number; list: ListName; ids: number[]; version: number };

/** Edits without an answer yet, which are shown already. They are applied to every list of this user from the server. */
const pending = new Set<{ userId: number; list: ListName; edit: ListEdit }>();
// Edits are sent in the order of the clicks, because a removal must not overtake its addition.
let sending: Promise<unknown> = Promise.resolve();
let otherTabs: BroadcastChannel | null = null;

/** Shows a list from the server, unless a newer one is shown already. */
const settle =
  ({ userId, list, ids, version }: State) =>
  (dispatch: AppDispatch, getState: () => RootState) => {
    const cachedDetails = detailsApi.endpoints.details.select(userId)(getState()).data;
    if (!cachedDetails || version < (cachedDetails.listVersions?.[list] ?? 0)) return;
    dispatch(
      detailsApi.util.updateQueryData('details', userId, (details) => {
        details[list] = ids.map((id) => ({ id }));
        details.listVersions = { ...(details.listVersions ?? { cart: 0, wishlist: 0 }), [list]: version };
      }),
    );
    for (const pendingEdit of pending)
      if (pendingEdit.list === list && pendingEdit.userId === userId) dispatch(show(list, userId, pendingEdit.edit));
  };

/**
 * Exchanges changes of the lists with the other tabs of this browser.
 * @returns stop
 */
export const followOtherTabs = () => (dispatch: AppDispatch) => {
  const channel = channelOf('lists');
  if (!channel) return () => {};
  otherTabs = channel;
  channel.onmessage = ({ data }: MessageEvent<State>) => void dispatch(settle(data));
  return () => {
    channel.close();
    if (otherTabs === channel) otherTabs = null;
  };
};

/**
 * Changes a list at once and sends only the change, so that changes from other tabs and devices stay. When the server refuses,
 * the change is undone and the error rethrown.
 * @returns the ids that the server left out, because they are sold or unknown
 */
export const editList = (list: ListName, userId: number, edit: ListEdit) => async (dispatch: AppDispatch) => {
  await dispatch(loadedIds(list, userId));
  const waiting = { userId, list, edit };
  pending.add(waiting);
  dispatch(show(list, userId, edit));

  const request = sending.then(() => dispatch(listsApi.endpoints.editList.initiate({ list, userId, edit })).unwrap());
  sending = request.catch(() => {});

  try {
    const { removed = [], version = 0, ...answer } = await request;
    pending.delete(waiting);
    const state = { userId, list, ids: (answer[list] ?? []).map(({ id }) => id), version };
    dispatch(settle(state));
    // An answer under way may be from before the edit.
    void dispatch(detailsApi.util.getRunningQueryThunk('details', userId))?.then(() => dispatch(settle(state)));
    otherTabs?.postMessage(state);
    return removed;
  } catch (error) {
    pending.delete(waiting);
    dispatch(show(list, userId, opposite(edit)));
    throw error;
  }
};
