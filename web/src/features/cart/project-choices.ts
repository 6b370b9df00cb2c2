import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** `isMade`: whether the buyer has chosen, or got their choices back, since the page was loaded. Only then does an empty list mean NO. */
type ProjectChoices = { ids: number[]; isMade?: boolean };

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
      state.isMade = true;
    },
    projectChoicesRestored: (_state, { payload }: PayloadAction<number[]>) => ({ ids: payload, isMade: true }),
  },
  selectors: { selectProjectChoices: (state) => state.ids },
});

export const { projectChosen, projectChoicesRestored } = projectChoicesSlice.actions;
export const { selectProjectChoices } = projectChoicesSlice.selectors;
