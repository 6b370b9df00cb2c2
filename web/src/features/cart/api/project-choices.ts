import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { listsApi } from '../../lists/list-edits';

/** `userId` is whose choices they are: null until a buyer has chosen, or got their choices back, since the page was loaded. */
type ProjectChoices = { userId: number | null; ids: number[] };

declare module '../../../lib/hooks' {
  interface RootState {
    projectChoices: ProjectChoices;
  }
}

/** For which tracks of the cart the buyer wants the project too. A track that is not listed counts as NO. */
export const projectChoicesSlice = createSlice({
  name: 'projectChoices',
  initialState: (): ProjectChoices => ({ userId: null, ids: [] }),
  reducers: {
    projectChosen(state, { payload: { userId, id, yes } }: PayloadAction<{ userId: number | null; id: number; yes: boolean }>) {
      const others = state.userId === userId ? state.ids.filter((other) => other !== id) : [];
      return { userId, ids: yes ? [...others, id] : others };
    },
    projectChoicesRestored: (_state, { payload }: PayloadAction<ProjectChoices>) => payload,
  },
  extraReducers: (builder) =>
    // a track that comes back into the cart begins with NO
    builder.addMatcher(listsApi.endpoints.editList.matchFulfilled, (state, { meta }) => {
      const { list, userId, edit } = meta.arg.originalArgs;
      // older answers carried ids as text
      if (list === 'cart' && userId === state.userId && 'remove' in edit)
        state.ids = state.ids.filter((id) => !edit.remove.map(Number).includes(id));
    }),
  selectors: {
    /** The ids that this user has chosen; null when they have not since the page was loaded. Only then does an empty list mean NO. */
    selectProjectChoices: (state, userId: number | null) => (state.userId === userId ? state.ids : null),
  },
});

export const { projectChosen, projectChoicesRestored } = projectChoicesSlice.actions;
export const { selectProjectChoices } = projectChoicesSlice.selectors;
