import type { OrderView } from '@shop/contracts/views';
import { Download, FileText } from 'lucide-react';
import styles from './OrderFiles.module.css';

/** Each file or contract opens in a new tab. */
export function OrderFiles({ downloadLinks, contracts }: Pick<OrderView, 'downloadLinks' | 'contracts'>) {
  return (
    <ul className={styles.files} aria-label="Downloads">
      {downloadLinks.map(({ url, name, category }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <Download size={20} aria-hidden />
            <b dir="auto">{name}</b> <span className="muted">{category}</span>
          </a>
        </li>
      ))}
      {contracts.map(({ url, name }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <FileText size={20} aria-hidden />
            <b>Contract</b>{' '}
            <span className="muted" dir="auto">
              {name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
