import { useState } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { CodesDialog } from '../factors/CodesDialog';
import { PasswordDialog } from '../PasswordDialog';
import { useRenewRecoveryCodesMutation } from '../../api/second-factor-api';
import styles from './Security.module.css';

/** Shows how many recovery codes are left, and makes new ones that replace them. */
export function RecoverySection({ left }: { left: number }) {
  const [renew] = useRenewRecoveryCodesMutation();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);

  const make = async (password: string) => {
    const { data, error } = await renew({ password });
    if (!data) return error;
    setAsking(false);
    setCodes(data.recoveryCodes);
  };
  return (
    <section className={styles.section} aria-label="Recovery codes">
      <h2>Recovery codes</h2>
      <p className="muted">
        {left === 1 ? '1 code is left.' : `${left} codes are left.`} Each logs you in once when your app or passkey is out of
        reach.
      </p>
      <Button onClick={() => setAsking(true)}>Make new codes</Button>
      {asking && (
        <PasswordDialog
          title="Make new recovery codes"
          text="The older codes no longer work then."
          submit="Make new codes"
          send={make}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && <CodesDialog codes={codes} onDone={() => setCodes(null)} />}
    </section>
  );
}
