import { pageAddress } from '@shop/contracts/pages';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/action/Button.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { readCode } from '../api/certified-file';
import styles from './Proof.module.css';

/** A field for the code of a certificate, which opens it. */
export function EnterCode({ label = 'Code of the certificate' }: { label?: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  return (
    <form
      className={styles.enter}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const code = readCode(text);
        if (code) void navigate(pageAddress('certificate', { code: code }));
        else setFault('A code has 26 letters and digits. Capitals, spaces and hyphens do not matter.');
      }}
    >
      <TextField
        label={label}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setFault('');
        }}
        error={fault}
        hint="It stands in the contract and under My Orders. You can paste the whole address too."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit">Open</Button>
    </form>
  );
}
