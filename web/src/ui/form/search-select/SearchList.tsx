import { useCombobox, type UseComboboxStateChangeTypes } from 'downshift';
import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import field from '../Field.module.css';
import styles from './SearchSelect.module.css';

const { InputBlur, InputClick, MenuMouseLeave } = useCombobox.stateChangeTypes;
/** Here an item is chosen by Enter or a click alone, and the first one stays highlighted. */
const CHANGES_NOTHING: UseComboboxStateChangeTypes[] = [InputBlur, InputClick, MenuMouseLeave];
/** A dialog is drawn in a portal, so field and list appear after the component that asks for them. */
const IN_PORTAL = { suppressRefError: true };

/**
 * A field with a list below it that stays open, as in a dialog where one goes somewhere. Whoever uses it finds the items for the
 * text.
 *
 * @param props `label`: of the field, and its placeholder. `listLabel`: of the list. `keyOf`: what tells the items apart.
 *   `textOf`: the name of an item. `children`: its row. `onChoose`: Enter or a click. `onEscape`: Escape in the field.
 */
export function SearchList<Item>({
  label,
  listLabel,
  text,
  onText,
  items,
  keyOf,
  textOf,
  onChoose,
  onEscape,
  className,
  rowClassName,
  children,
}: {
  label: string;
  listLabel: string;
  text: string;
  onText: (text: string) => void;
  items: Item[];
  keyOf: (item: Item) => string;
  textOf: (item: Item) => string;
  onChoose: (item: Item) => void;
  onEscape?: () => void;
  className?: string;
  rowClassName?: string;
  children: (item: Item) => ReactNode;
}) {
  const { highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Item>({
    items,
    isOpen: true,
    inputValue: text,
    selectedItem: null,
    itemToString: (item) => (item ? textOf(item) : ''),
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    stateReducer: (state, { type, changes }) => (CHANGES_NOTHING.includes(type) ? state : changes),
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
  });
  return (
    <>
      <input
        {...getInputProps(
          {
            'aria-label': label,
            'aria-labelledby': undefined,
            className: field.control,
            placeholder: label,
            maxLength: 200,
            dir: 'auto',
            onChange: ({ currentTarget }) => onText(currentTarget.value),
            onKeyDown: (event) => {
              if (event.key === 'Escape') onEscape?.();
              if (event.key !== 'Enter') return;
              // a click, because a form with unsaved changes asks before one that leaves
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
              event.preventDefault();
              document.getElementById(event.currentTarget.getAttribute('aria-activedescendant') ?? '')?.click();
            },
          },
          IN_PORTAL,
        )}
      />
      <ul {...getMenuProps({ 'aria-label': listLabel, className }, IN_PORTAL)}>
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            data-leaves
            {...getItemProps({ item, index })}
            className={cx(styles.option, index === highlightedIndex && styles.active, rowClassName)}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </>
  );
}
