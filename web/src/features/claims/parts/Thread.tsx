import type { ClaimFileView, ClaimView } from '@shop/contracts/views';
import { timeText } from '@shop/contracts/times';
import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { clockText, REASONS, STATES, writerName } from './claim-words';
import styles from './Claims.module.css';

/** The state of a claim, its clock in words, and its messages. `preview` draws a file. */
export function Thread({ claim, preview }: { claim: ClaimView; preview: (file: ClaimFileView) => ReactNode }) {
  const { state, decision, messages, part } = claim;
  return (
    <div className={styles.thread}>
      <p className={styles.clock}>
        <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge> <span>{REASONS[claim.reason]}.</span>{' '}
        <span>{clockText(claim)}</span>
      </p>
      {decision && (
        <p className={styles.decision} dir="auto">
          {decision}
        </p>
      )}
      {messages.length === 0 && <p className="muted">The messages have been deleted.</p>}
      <ol className={styles.messages} aria-label="Messages">
        {messages.map(({ id, from, at, text, files }) => (
          <li key={id} className={cx(styles.message, from === part && styles.own)}>
            <p className={styles.writer}>
              <b>{writerName(from, part)}</b>{' '}
              <time className="mono" dateTime={at}>
                {timeText(at)}
              </time>
            </p>
            {text && (
              <p className={styles.text} dir="auto">
                {text}
              </p>
            )}
            {files.length > 0 && (
              <ul className={styles.files} aria-label="Files">
                {files.map((file) => (
                  <li key={file.id}>{preview(file)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A picture, or a player for a recording; `src` is null while it loads, and `onRetry` is there when that failed. */
export function FilePreview({ file, src, onRetry }: { file: ClaimFileView; src: string | null; onRetry?: () => unknown }) {
  return (
    <figure className={styles.file}>
      {onRetry ? (
        <p role="alert">
          The file could not be loaded.{' '}
          <Button size="s" aria-label={`Retry ${file.name}`} onClick={() => void onRetry()}>
            Retry
          </Button>
        </p>
      ) : file.kind === 'picture' ? (
        src ? (
          <a href={src} target="_blank" rel="noopener noreferrer">
            <img src={src} alt={file.name} loading="lazy" />
          </a>
        ) : (
          <Skeleton width="min(320px, 100%)" height="240px" />
        )
      ) : (
        <audio controls preload="none" aria-label={file.name} {...(src && { src })} />
      )}
      <figcaption>
        <span dir="auto">{file.name}</span> <span className="muted">{fileSize(file.size)}</span>
      </figcaption>
    </figure>
  );
}
