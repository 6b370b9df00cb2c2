import { useCombobox, type UseComboboxStateChangeTypes } from 'downshift';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cx } from '#lib/cx.ts';
import { Clipped } from '#ui/display/Clipped.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import styles from './JumpDialog.module.css';
import { usePlaces, type Place } from './places';

const { InputBlur, InputClick, MenuMouseLeave } = useCombobox.stateChangeTypes;
/** Here a place is chosen by Enter or a click alone, and the first one stays highlighted. */
const CHANGES_NOTHING: UseComboboxStateChangeTypes[] = [InputBlur, InputClick, MenuMouseLeave];
/** The dialog is drawn in a portal, so field and list appear after the component that asks for them. */
const IN_PORTAL = { suppressRefError: true };

/** Goes to a page, an order, a track, a buyer or a store that is found by its name (docs/product/administration.md#going-somewhere). */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { places, isLoading, isIncomplete } = usePlaces(text);
  const { highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<Place>({
    items: places,
    isOpen: true,
    inputValue: text,
    selectedItem: null,
    itemToString: (place) => place?.name ?? '',
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    stateReducer: (state, { type, changes }) => (CHANGES_NOTHING.includes(type) ? state : changes),
    onSelectedItemChange: ({ selectedItem: place }) => {
      if (!place) return;
      onClose();
      void navigate(place.to);
    },
  });
  return (
    <Dialog title="Go to" open onOpenChange={(open) => !open && onClose()}>
      <input
        {...getInputProps(
          {
            'aria-label': 'Page, order, track, buyer or store',
            'aria-labelledby': undefined,
            className: styles.field,
            placeholder: 'Page, order, track, buyer or store',
            maxLength: 200,
            dir: 'auto',
            onChange: ({ currentTarget }) => setText(currentTarget.value),
            onKeyDown: (event) => {
              if (event.key === 'Escape') onClose();
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
      <ul {...getMenuProps({ 'aria-label': 'Places', className: styles.places }, IN_PORTAL)}>
        {places.map((place, index) => (
          <li
            key={place.to}
            data-leaves
            {...getItemProps({ item: place, index })}
            className={cx(styles.place, index === highlightedIndex && styles.active)}
          >
            <span className={styles.kind}>{place.kind}</span>
            <Clipped>{place.name}</Clipped>
            <Clipped className={styles.detail}>{place.detail}</Clipped>
            <span className={styles.hint}>{place.hint}</span>
          </li>
        ))}
      </ul>
      <p className={styles.state} role="status">
        {isLoading
          ? 'Searching…'
          : isIncomplete
            ? 'Some lists could not be searched.'
            : places.length === 0 && 'Nothing has this name.'}
      </p>
    </Dialog>
  );
}
