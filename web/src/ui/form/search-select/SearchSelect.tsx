import { hasWords, searched, wordsOf } from '@shop/contracts/finding';
import { useCombobox, type UseComboboxStateChangeTypes } from 'downshift';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '#lib/cx.ts';
import { Field, type FieldTexts } from '../Field';
import fieldStyles from '../Field.module.css';
import styles from './SearchSelect.module.css';

/** The options that have every word of the text; those that begin with it come first. */
function matching(options: readonly string[], text: string): string[] {
  const words = wordsOf(text);
  const matches = options.filter((option) => hasWords(option, words));
  const begins = (option: string) => searched(option).startsWith(words.join(' '));
  return [...matches.filter(begins), ...matches.filter((option) => !begins(option))];
}

const { InputBlur, InputClick, InputKeyDownEscape } = useCombobox.stateChangeTypes;
/** Events that close the list. The earlier choice stays, unless the visitor typed an option in full before leaving the field. */
const LEAVES: UseComboboxStateChangeTypes[] = [InputBlur, InputKeyDownEscape];

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
  const list = useRef<HTMLUListElement>(null);
  const [search, setSearch] = useState('');
  const matches = matching(options, search);
  const { isOpen, highlightedIndex, openMenu, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: matches,
    selectedItem: value || null,
    defaultHighlightedIndex: 0,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChange(selectedItem),
    onIsOpenChange: ({ isOpen: opens }) => !opens && setSearch(''),
    stateReducer: (state, { type, changes }) => {
      const typedOption = type === InputBlur ? matches.find((option) => searched(option) === searched(search)) : undefined;
      if (LEAVES.includes(type)) return { ...changes, selectedItem: typedOption ?? state.selectedItem };
      if (type !== InputClick) return changes;
      const nextIndex = state.isOpen ? state.highlightedIndex : Math.max(0, options.indexOf(value));
      return { ...changes, isOpen: true, highlightedIndex: nextIndex };
    },
  });
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView?.({ block: 'nearest' }); // the list may open below the edge of a dialog
  }, [isOpen]);

  return (
    <Field {...texts}>
      {(wiring) => (
        <div className={fieldStyles.inner}>
          <input
            dir="auto"
            className={fieldStyles.control}
            {...getInputProps({
              ...wiring,
              'aria-labelledby': undefined, // the field has its own label element
              name,
              autoComplete,
              disabled,
              placeholder: isOpen && value ? value : placeholder,
              value: isOpen ? search : value,
              onChange: ({ currentTarget, nativeEvent }) => {
                if (isOpen || !options.includes(currentTarget.value)) return setSearch(currentTarget.value);
                // A value from the browser's autofill counts as a choice when it is an option, and does not open the list.
                onChange(currentTarget.value);
                Object.assign(nativeEvent, { preventDownshiftDefault: true });
              },
              onKeyDown: (event) => {
                if (event.key === 'Escape' && isOpen) event.stopPropagation(); // a pop-up of the page stays open
                if (event.key !== 'Enter' || isOpen) return;
                event.preventDefault();
                openMenu();
              },
              onBlur,
            })}
          />
          <ChevronDown size={16} className={fieldStyles.arrow} aria-hidden />
          <ul {...getMenuProps({ ref: list, 'aria-label': texts.label })} className={styles.list} hidden={!isOpen}>
            {isOpen &&
              matches.map((option, index) => (
                <li
                  key={option}
                  {...getItemProps({ item: option, index, 'aria-selected': option === value })}
                  className={cx(styles.option, index === highlightedIndex && styles.active)}
                >
                  {option}
                </li>
              ))}
            {isOpen && matches.length === 0 && (
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
