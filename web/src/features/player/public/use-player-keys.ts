import { useEffect } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { pressedKey } from '#lib/pressed-key.ts';
import { audio, seekTo, toggleMuted } from './audio';
import type { Playable } from './playable';
import { toggle } from './playback';

const SEEK_SECONDS = 5;
const TYPING =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog]';
/** Controls that react to the space key. */
const PRESSED =
  'button, summary, input:not([type=range]), [role=button], [role=checkbox], [role=switch], [role=tab], [role=menuitem], [role=option]';
/** Controls that react to the arrow keys. */
const MOVED = '[role=slider], [role=tab], [role=menu], [role=menuitem], [role=listbox], [role=option], [role=radio], input';

const isAt = (event: KeyboardEvent, selector: string) =>
  event.target instanceof Element && event.target.closest(selector) !== null;

/** Whether the keys are a combination of the browser, such as Shift and Space, or write a special sign, such as AltGr and M. */
const isModified = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.getModifierState('AltGraph');

/** Space plays and pauses, left and right seek 5 seconds, M mutes; never while typing or in a dialog. */
export function usePlayerKeys(track: Playable) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const keys: Record<string, { unless: string; once?: true; act: () => void }> = {
      ' ': { unless: PRESSED, once: true, act: () => dispatch(toggle()) },
      ArrowLeft: { unless: MOVED, act: () => seekTo(audio.currentTime - SEEK_SECONDS, track.duration) },
      ArrowRight: { unless: MOVED, act: () => seekTo(audio.currentTime + SEEK_SECONDS, track.duration) },
      m: { unless: TYPING, once: true, act: toggleMuted },
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isModified(event) || isAt(event, TYPING)) return;
      const key = keys[pressedKey(event)];
      if (!key || isAt(event, key.unless)) return;
      event.preventDefault(); // space would scroll the page
      if (!(key.once && event.repeat)) key.act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [dispatch, track]);
}
