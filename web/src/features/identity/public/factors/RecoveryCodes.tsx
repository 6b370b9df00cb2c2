import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import styles from './AppSetup.module.css';
import forms from '../AuthForms.module.css';

/** Recovery codes, shown once, right after they were made. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n')); // plain http has no clipboard
      toast.success('Recovery codes copied.');
    } catch {
      toast.error('They could not be copied. Please write them down.');
    }
  };
  return (
    <div className={forms.form}>
      <p>
        <strong>Keep these recovery codes.</strong> Each logs you in once when your app or passkey is out of reach. They are not
        shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={() => void copy()}>Copy</Button>
      <Button variant="primary" block onClick={onDone}>
        I have saved them
      </Button>
    </div>
  );
}
