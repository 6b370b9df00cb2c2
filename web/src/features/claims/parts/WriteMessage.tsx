import { ClaimMessageForm } from '@shop/contracts/forms';
import { useState } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { TextArea } from '#ui/form/TextField.tsx';
import { ChooseFiles } from './ChooseFiles';
import styles from './Claims.module.css';
import type { SendMessage } from './use-send-message';

/** The form below a thread. `send` answers why it failed, or null. */
export function WriteMessage({ sending }: { sending: SendMessage }) {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const { send, percent } = sending;

  async function submit() {
    const form = ClaimMessageForm.safeParse({ text });
    if (!form.success) return setFault(form.error.issues[0]?.message ?? null);
    if (form.data.text === '' && files.length === 0) return setFault('Please write something or add a file.');
    const failure = await send(form.data.text, files);
    setFault(failure);
    if (failure !== null) return;
    setText('');
    setFiles([]);
  }

  return (
    <form
      noValidate
      className={styles.write}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea label="Message" rows={4} value={text} onChange={({ target }) => setText(target.value)} />
      <ChooseFiles files={files} onChange={setFiles} percent={percent} />
      <Fault>{fault}</Fault>
      <Button type="submit" variant="primary" busy={percent !== null}>
        Send
      </Button>
    </form>
  );
}
