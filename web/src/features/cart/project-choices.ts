import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

type ProjectChoices = { ids: number[] };

declare module '../../lib/hooks' {
  interface RootState {
    projectChoices: ProjectChoices;
  }
}

/** For which tracks of the cart the buyer wants the project too. A track that is not listed counts as NO. */
export const projectChoicesSlice = createSlice({
  name: 'projectChoices',
  initialState: (): ProjectChoices => ({ ids: [] }),
  reducers: {
    projectChosen(state, { payload }: PayloadAction<{ id: number; yes: boolean }>) {
      state.ids = state.ids.filter((id) => id !== payload.id);
      if (payload.yes) state.ids.push(payload.id);
    },
    projectChoicesRestored(state, { payload }: PayloadAction<number[]>) {
      state.ids = payload;
    },
  },
  selectors: { selectProjectChoices: (state) => state.ids },
});

export const { projectChosen, projectChoicesRestored } = projectChoicesSlice.actions;
export const { selectProjectChoices } = projectChoicesSlice.selectors;
