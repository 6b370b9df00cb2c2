import { useEffect, useEffectEvent, useState } from 'react';

const TYPING_MS = 300;

/**
 * The text of a field whose value is in the page's address: told without blanks around it once the typing pauses, while the field
 * keeps what is typed.
 * @returns the text and its setter
 */
export function useTypedText(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState(value);
  const [{ seen, told }, setKnown] = useState({ seen: value, told: value });
  if (value !== seen) {
    setKnown({ seen: value, told: value });
    // The address was changed elsewhere: by Back, or by clearing a filter.
    if (value !== told) setText(value);
  }
  const passOn = useEffectEvent(() => {
    // The address follows a moment later.
    setKnown({ seen, told: text.trim() });
    onChange(text.trim());
  });
  useEffect(() => {
    if (text.trim() === value) return;
    const from = window.location.pathname;
    const timer = setTimeout(() => {
      // The address changes before the next page is drawn. A visitor who has left by a link must not be brought back.
      if (window.location.pathname === from) passOn();
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);

  return [text, setText] as const;
}
