import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSavedViews } from '#lib/admin/saved-views.ts';
import styles from './SavedViews.module.css';
import { Button } from '../action/Button';
import { ClippedText } from '../display/ClippedText';
import { TextField } from '../form/TextField';
import { FormDialog } from '../overlay/FormDialog';

/** The views that the admin saved of this list, as links, and a button that saves what the list shows or removes its view. */
export function SavedViews() {
  const { views, current, save, remove } = useSavedViews();
  const [isNaming, setNaming] = useState(false);
  return (
    <div role="group" aria-label="Saved views" className={styles.views}>
      {views.map((view) => (
        <Link
          key={view.name}
          to={{ search: view.search }}
          replace
          preventScrollReset
          aria-current={view === current || undefined}
          className={styles.view}
        >
          <ClippedText>{view.name}</ClippedText>
        </Link>
      ))}
      <Button size="s" variant="ghost" onClick={() => (current ? remove(current.name) : setNaming(true))}>
        {current ? 'Remove view' : 'Save view'}
      </Button>
      {isNaming && <NameDialog names={views.map(({ name }) => name)} onName={save} onClose={() => setNaming(false)} />}
    </div>
  );
}

function NameDialog({ names, onName, onClose }: { names: string[]; onName: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const text = name.trim();
  return (
    <FormDialog
      title="Save view"
      submit="Save"
      busy={false}
      onClose={onClose}
      onSubmit={() => {
        if (!text) return setMissing(true);
        onName(text);
        onClose();
      }}
    >
      <TextField
        label="Name"
        maxLength={40}
        dir="auto"
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={isMissing && !text ? 'Please enter a name.' : undefined}
        hint={
          names.includes(text) ? 'The view of this name is replaced.' : 'It keeps search, filters and order, in this browser.'
        }
      />
    </FormDialog>
  );
}
