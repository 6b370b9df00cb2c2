import { useState } from 'react';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { markdownLink } from './admin-form';

const START = 'https://';

/** Asks for a link's text and address, and hands over its markdown. `selected` is the initial text of the link. */
export function AdminAddLink({
  selected,
  onInsert,
  onClose,
}: {
  selected: string;
  onInsert: (markdown: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(selected);
  const [url, setUrl] = useState(START);
  const [incomplete, setIncomplete] = useState(false);

  function insert() {
    const complete = text.trim() !== '' && url.trim() !== '' && url.trim() !== START;
    setIncomplete(!complete);
    if (complete) onInsert(markdownLink(text, url));
  }

  return (
    <FormDialog
      title="Add Link"
      submit="Insert Link"
      busy={false}
      unsaved={text !== selected || url !== START}
      onSubmit={insert}
      onClose={onClose}
    >
      <TextField label="Link Text" value={text} onChange={({ target }) => setText(target.value)} />
      <TextField label="URL" type="url" inputMode="url" value={url} onChange={({ target }) => setUrl(target.value)} />
      <Fault>{incomplete && 'Please enter both link text and URL'}</Fault>
    </FormDialog>
  );
}
