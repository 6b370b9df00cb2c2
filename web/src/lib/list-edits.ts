import type { CartView, WishlistView } from '@shop/contracts/views';
import type { AppDispatch, RootState } from './hooks';
import { api, isApiError } from './api';
import { detailsApi } from './detailsApi';
import { endSession, loginRequested, type Interrupted } from './session';
import { toast } from './toast';

/** The two lists of ids that the server keeps for a user. */
export type ListName = 'cart' | 'wishlist';
export type ListEdit = { add: readonly number[] } | { remove: readonly number[] };

/** Ids are compared as strings: older answers carried them as text (spec 2 §5). */
export const sameId = (one: number | string, other: number | string) => String(one) === String(other);

const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    putList: build.mutation<CartView | WishlistView, { list: ListName; userId: number; ids: number[] }>({
      query: ({ list, userId, ids }) => ({
        url: `${list}/${userId}`,
        method: 'PUT',
        body: { [list]: ids.map((id) => ({ id })) },
      }),
    }),
  }),
});

/** Who is logged in; for a visitor says `message`, opens the login and remembers the click (decision 20) → null. */
export const needLogin = (message: string, interrupted?: Interrupted) => (dispatch: AppDispatch, getState: () => RootState) => {
  const { userId } = getState().session;
  if (userId === null) {
    toast.info(message);
    dispatch(loginRequested(interrupted ? { interrupted } : {}));
  }
  return userId;
};

/** A refused edit in words: a session that has ended meanwhile asks for the login, all else says `failed`. */
export const sayRefused =
  (error: unknown, failed: string, loginText: string, interrupted?: Interrupted) => (dispatch: AppDispatch) => {
    if (!isApiError(error) || error.status !== 401) return toast.error(failed);
    dispatch(endSession());
    dispatch(needLogin(loginText, interrupted));
  };

/** The ids of a list as this browser knows them, or null before they are loaded. */
const knownIds = (list: ListName, userId: number) => (_: AppDispatch, getState: () => RootState) =>
  detailsApi.endpoints.details
    .select(userId)(getState())
    .data?.[list].map((entry) => entry.id) ?? null;

/** The ids of a list, loaded first when they are not known yet. */
export const loadedIds = (list: ListName, userId: number) => async (dispatch: AppDispatch) => {
  const known = dispatch(knownIds(list, userId));
  if (known) return known;
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

// The whole array travels each time: one after the other, or an older one could arrive last.
let sending: Promise<unknown> = Promise.resolve();

/**
 * Changes a list at once and sends it whole; takes the change back when it is refused, and rethrows.
 * → the ids that the server left out, because they are sold or unknown (decision 4).
 */
export const editList = (list: ListName, userId: number, edit: ListEdit) => async (dispatch: AppDispatch) => {
  // without the known list, the array to send would wipe out what the server has
  await dispatch(loadedIds(list, userId));
  dispatch(show(list, userId, edit));

  const sent = sending.then(() => {
    const ids = dispatch(knownIds(list, userId)) ?? [];
    return dispatch(listsApi.endpoints.putList.initiate({ list, userId, ids })).unwrap();
  });
  sending = sent.catch(() => {});

  try {
    const { removed } = await sent;
    if (removed.length > 0) dispatch(show(list, userId, { remove: removed }));
    return removed;
  } catch (error) {
    dispatch(show(list, userId, opposite(edit)));
    throw error;
  }
};
