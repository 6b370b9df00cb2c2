import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { listsApi } from '../../lists/list-edits';

/** `userId` is the owner of the choices: null until a buyer chooses on this page, or their earlier choices are restored. */
type ProjectChoices = { userId: number | null; ids: number[] };

declare module '#lib/hooks.ts' {
  interface RootState {
    projectChoices: ProjectChoices;
  }
}

/** The tracks of the cart whose project the buyer wants too. A track that is not listed counts as NO. */
export const projectChoicesSlice = createSlice({
  name: 'projectChoices',
  initialState: (): ProjectChoices => ({ userId: null, ids: [] }),
  reducers: {
    projectChosen(state, { payload: { userId, id, yes } }: PayloadAction<{ userId: number | null; id: number; yes: boolean }>) {
      const otherIds = state.userId === userId ? state.ids.filter((choiceId) => choiceId !== id) : [];
      return { userId, ids: yes ? [...otherIds, id] : otherIds };
    },
    projectChoicesRestored: (_state, { payload }: PayloadAction<ProjectChoices>) => payload,
  },
  extraReducers: (builder) =>
    // A track that comes back into the cart begins with NO.
    builder.addMatcher(listsApi.endpoints.editList.matchFulfilled, (state, { meta }) => {
      const { list, userId, edit } = meta.arg.originalArgs;
      // Older answers carried ids as text.
      if (list === 'cart' && userId === state.userId && 'remove' in edit)
        state.ids = state.ids.filter((id) => !edit.remove.map(Number).includes(id));
    }),
  selectors: {
    /** The ids that this user has chosen, where an empty list means NO; null until they choose on this page. */
    selectProjectChoices: (state, userId: number | null) => (state.userId === userId ? state.ids : null),
  },
});

export const { projectChosen, projectChoicesRestored } = projectChoicesSlice.actions;
export const { selectProjectChoices } = projectChoicesSlice.selectors;
