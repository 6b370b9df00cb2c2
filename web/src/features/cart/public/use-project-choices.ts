import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { projectChoicesRestored, selectProjectChoices } from '../api/project-choices';

/** The project choices of the buyer. After a reload they come from the history state, which the browser keeps. */
export function useProjectChoices(userId: number): number[] {
  const dispatch = useAppDispatch();
  const choices = useAppSelector((state) => selectProjectChoices(state, userId));
  const { state } = useLocation() as { state: { userId?: number; projectSelections?: Record<string, boolean> } | null };
  const restore = useEffectEvent(() => {
    if (choices || state?.userId !== userId) return;
    dispatch(projectChoicesRestored({ userId, ids: Object.keys(state.projectSelections ?? {}).map(Number) }));
  });
  useEffect(() => restore(), []);
  return choices ?? [];
}
