import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../../lib/cx';
import { useDismiss } from '../../lib/layers/use-dismiss';
import { Field, type FieldTexts } from './Field';
import fieldStyles from './Field.module.css';
import styles from './SearchSelect.module.css';

/** What contains the text; what begins with it comes first. */
function matching(options: readonly string[], wanted: string): string[] {
  const found = options.filter((option) => option.toLowerCase().includes(wanted));
  const begins = (option: string) => option.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}

/** A choice from a long list, found by typing; keyboard as in the ARIA combobox pattern. */
export function SearchSelect({
  options,
  value,
  onChange,
  onBlur,
  emptyText,
  name,
  placeholder,
  autoComplete = 'off',
  disabled,
  ...texts
}: FieldTexts & {
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  emptyText: string;
  name?: string;
  placeholder?: string;
  autoComplete?: string;
  disabled?: boolean;
}) {
  const listId = useId();
  const area = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [search, setSearch] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const open = search !== null;
  const wanted = (search ?? '').trim().toLowerCase();
  const found = search === null ? [] : matching(options, wanted);

  const close = () => setSearch(null);
  const choose = (option: string | undefined) => {
    if (option !== undefined) onChange(option);
    close();
  };
  const show = () => {
    setSearch('');
    setActive(Math.max(0, options.indexOf(value)));
  };
  useEffect(() => {
    if (open) list.current?.scrollIntoView?.({ block: 'nearest' }); // it may open below the edge of a dialog
  }, [open]);
  useDismiss(area, open, close);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (!open) {
      if (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter') {
        event.preventDefault();
        show();
      }
      return;
    }
    if (key === 'ArrowDown') move(active + 1);
    else if (key === 'ArrowUp') move(active - 1);
    else if (key === 'Enter') choose(found[active]);
    else if (key === 'Escape') {
      event.stopPropagation(); // a dialog around it stays open
      close();
      return;
    } else if (key === 'Tab') return close();
    else return;
    event.preventDefault();
  };

  return (
    <Field {...texts}>
      {(wiring) => (
        <div ref={area} className={fieldStyles.inner}>
          <input
            dir="auto"
            {...wiring}
            className={fieldStyles.control}
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && found.length > 0 ? `${listId}-${active}` : undefined}
            name={name}
            autoComplete={autoComplete}
            disabled={disabled}
            placeholder={open && value ? value : placeholder}
            value={search ?? value}
            onChange={(event) => {
              setActive(0);
              // what a browser fills in by itself is a choice when it is on the list
              if (!open && options.includes(event.target.value)) onChange(event.target.value);
              else setSearch(event.target.value);
            }}
            onClick={() => !open && show()}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              if (area.current?.contains(event.relatedTarget)) return;
              close();
              onBlur?.();
            }}
          />
          <ChevronDown size={16} className={fieldStyles.arrow} aria-hidden />
          <ul ref={list} id={listId} role="listbox" aria-label={texts.label} className={styles.list} hidden={!open}>
            {found.map((option, i) => (
              <li
                key={option}
                id={`${listId}-${i}`}
                role="option"
                aria-selected={option === value}
                className={cx(styles.option, i === active && styles.active)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option}
              </li>
            ))}
            {open && found.length === 0 && (
              <li className={styles.empty} role="option" aria-selected={false} aria-disabled>
                {emptyText}
              </li>
            )}
          </ul>
        </div>
      )}
    </Field>
  );
}
