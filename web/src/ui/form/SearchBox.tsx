import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './SearchBox.module.css';

const TYPING_MS = 300;

/** A search field that reports the text once the typing pauses. */
export function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [{ seen, told }, setKnown] = useState({ seen: value, told: value });
  if (value !== seen) {
    setKnown({ seen: value, told: value });
    // The address was changed elsewhere: by Back, or by clearing a filter.
    if (value !== told) setText(value);
  }
  const tell = useEffectEvent(() => {
    // The address follows a moment later.
    setKnown({ seen, told: text.trim() });
    onChange(text.trim());
  });
  useEffect(() => {
    if (text.trim() === value) return;
    const from = window.location.pathname;
    const timer = setTimeout(() => {
      // The address changes before the next page is drawn. A visitor who has left by a link must not be brought back.
      if (window.location.pathname === from) tell();
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);

  return (
    <label className={styles.search} role="search">
      <Search size={16} aria-hidden />
      <span className="visually-hidden">{label}</span>
      <input
        dir="auto"
        type="search"
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  );
}
