import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { SearchList } from '#ui/form/search-select/SearchList.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import styles from './JumpDialog.module.css';
import { usePlaces, type Place } from './places';

/** Goes to a page, an order, a track, a buyer or a store that is found by its name (docs/product/administration.md#going-somewhere). */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { places, isLoading, isIncomplete } = usePlaces(text);
  return (
    <Dialog title="Go to" open onOpenChange={(open) => !open && onClose()}>
      <SearchList<Place>
        label="Page, order, track, buyer or store"
        listLabel="Places"
        text={text}
        onText={setText}
        items={places}
        keyOf={({ to }) => to}
        textOf={({ name }) => name}
        onChoose={({ to }) => {
          onClose();
          void navigate(to);
        }}
        onEscape={onClose}
        className={styles.places}
        rowClassName={styles.place}
      >
        {({ kind, name, detail, hint }) => (
          <>
            <span className={styles.kind}>{kind}</span>
            <ClippedText>{name}</ClippedText>
            <ClippedText className={styles.detail}>{detail}</ClippedText>
            <span className={styles.hint}>{hint}</span>
          </>
        )}
      </SearchList>
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
