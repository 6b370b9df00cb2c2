import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import styles from './Proof.module.css';

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text); // plain http has no clipboard
    toast.success('Copied.');
  } catch {
    toast.error('It could not be copied. Please mark it and copy it yourself.');
  }
}

/** A hash with its name, whole, and a button that copies it. */
export const Hash = ({ name, value }: { name: string; value: string }) => (
  <div className={styles.hash}>
    <dt dir="auto">{name}</dt>
    <dd>
      <code className="mono" translate="no">
        {value}
      </code>
      <IconButton label={`Copy ${name}`} className={styles.unprinted} onClick={() => void copy(value)}>
        <Copy size={16} />
      </IconButton>
    </dd>
  </div>
);

/** A button that copies a longer text, which stands beside it. */
export const CopyButton = ({ text, children }: { text: string; children: ReactNode }) => (
  <Button size="s" onClick={() => void copy(text)}>
    <Copy size={16} aria-hidden /> {children}
  </Button>
);
