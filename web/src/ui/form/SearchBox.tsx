import { Search } from 'lucide-react';
import styles from './SearchBox.module.css';
import { useTypedText } from './use-typed-text';

/** A search field that reports the text once the typing pauses. */
export function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useTypedText(value, onChange);
  return (
    <div className={styles.area} role="search">
      {/* A label with a role of its own would give the field no name. */}
      <label className={styles.search}>
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
    </div>
  );
}
