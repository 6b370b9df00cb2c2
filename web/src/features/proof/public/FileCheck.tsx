import type { CertificateText } from '@shop/contracts/views';
import { FileSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '#lib/cx.ts';
import { CHANGED, fileSize } from '#lib/files/chosen-file.ts';
import { Button } from '#ui/action/Button.tsx';
import { hashFile, whichFile } from '../api/certified-file';
import styles from './Proof.module.css';

type State =
  | { kind: 'hashing'; name: string; size: number; percent: number }
  | { kind: 'known' | 'unknown'; name: string; answer: string; hash: string }
  | { kind: 'unread'; name: string };

function answerTo(text: CertificateText, hash: string): { kind: 'known' | 'unknown'; answer: string } {
  const match = whichFile(text, hash);
  if (match.kind === 'none') return { kind: 'unknown', answer: 'This file is not in the certificate' };
  return { kind: 'known', answer: match.kind === 'file' ? `This is ${match.path}` : `This is the ${match.kind}` };
}

/** Says which file of the certificate a chosen or dropped one is. It is hashed in the browser and never leaves it. */
export function FileCheck({ text }: { text: CertificateText }) {
  const [state, setState] = useState<State | null>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const hashing = useRef<AbortController>(null);
  useEffect(() => () => hashing.current?.abort(), []);

  const check = async (file: File | undefined) => {
    if (!file) return;
    hashing.current?.abort();
    const stop = new AbortController();
    hashing.current = stop;
    const { name, size } = file;
    const show = (percent: number) => setState({ kind: 'hashing', name, size, percent });
    show(0);
    try {
      const hash = await hashFile(file, (done) => show(Math.floor(done * 100)), stop.signal);
      if (!stop.signal.aborted) setState({ name, hash, ...answerTo(text, hash) });
    } catch {
      if (!stop.signal.aborted) setState({ kind: 'unread', name });
    }
  };
  const cancel = () => {
    hashing.current?.abort();
    setState(null);
  };

  return (
    <div className={styles.file}>
      <label
        className={cx(styles.drop, isDraggedOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsDraggedOver(false);
          void check(event.dataTransfer.files[0]);
        }}
      >
        <FileSearch size={24} aria-hidden />
        <span>Choose a file, or drop it here</span>
        <input
          type="file"
          className="visually-hidden"
          aria-label="File to check: choose a file, or drop it here"
          onChange={({ target }) => {
            void check(target.files?.[0]);
            target.value = '';
          }}
        />
      </label>
      {state?.kind === 'hashing' ? (
        <div className={styles.hashing}>
          <p>
            <span dir="auto">{state.name}</span> <span className="muted mono">{fileSize(state.size)}</span>
          </p>
          <progress className={styles.progress} aria-label="Reading the file" max={100} value={state.percent} />
          <Button size="s" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ) : null}
      <div role="status">
        {state && state.kind !== 'hashing' && (
          <div className={styles.answer} data-kind={state.kind}>
            <strong dir="auto">{state.kind === 'unread' ? CHANGED : state.answer}</strong>
            <p className="muted" dir="auto">
              {state.name}
            </p>
            {state.kind === 'unknown' && (
              <p>One changed byte makes another file. Compare with the file as it was downloaded, before anything opened it.</p>
            )}
            {state.kind !== 'unread' && (
              <code className="mono" translate="no">
                {state.hash}
              </code>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
