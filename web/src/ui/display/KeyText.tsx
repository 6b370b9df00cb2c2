import { keyInWords, keyText } from '@shop/contracts/finding';
import styles from './KeyText.module.css';

/** A key as DJs read it, marked where it `mixes` with the track that plays; in words for screen readers. */
export const KeyText = ({ of, mixes }: { of: Parameters<typeof keyText>[0]; mixes?: boolean }) => (
  <>
    <span className={mixes ? styles.mixes : undefined} aria-hidden>
      {keyText(of) || 'N/A'}
    </span>
    <span className="visually-hidden">
      {keyInWords(of)}
      {mixes && ', mixes with what plays'}
    </span>
  </>
);
