import type { OrderItemView, OrderView } from '@shop/contracts/views';
import { Download, FileText, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { fileSize } from '#lib/files/chosen-file.ts';
import styles from './OrderFiles.module.css';

type Files = NonNullable<OrderItemView['files']>;

/**
 * Each file or contract opens in a new tab. `items` are the tracks of the order: of those that the shop itself delivers, each file
 * can be had alone too. `insideOf` draws what is inside a track's package.
 */
export function OrderFiles({
  downloadLinks,
  contracts,
  items = [],
  insideOf,
}: Pick<OrderView, 'downloadLinks' | 'contracts'> & {
  items?: readonly OrderItemView[];
  insideOf?: (item: OrderItemView) => ReactNode;
}) {
  return (
    <ul className={styles.files} aria-label="Downloads">
      {downloadLinks.map(({ product_id, url, name, category }, at) => {
        // The second link of a track is its project, whose files the first one has too.
        const isFirst = downloadLinks.findIndex((link) => link.product_id === product_id) === at;
        const item = items.find(({ id }) => id === product_id);
        const onHold = item?.on_hold !== undefined;
        const files = isFirst && !onHold ? item?.files : undefined;
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer" className={files && styles.joined}>
              <Download size={20} aria-hidden />
              <b dir="auto">{name}</b>{' '}
              <span className="muted">
                {onHold ? 'On hold until the reported problem is decided' : files ? `Download all, ${sizeOf(files)}` : category}
              </span>
            </a>
            {files && <SingleFiles url={url} name={name} files={files} />}
            {isFirst && !onHold && item && insideOf?.(item)}
          </li>
        );
      })}
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

const PAPERS = { invoice: 'Invoice', 'credit-note': 'Credit note' } as const;

/** The papers of the operator's books about an order; nothing while it has none. */
export const OrderInvoices = ({ invoices }: Pick<OrderView, 'invoices'>) =>
  invoices ? (
    <ul className={styles.files} aria-label="Invoices">
      {invoices.map(({ kind, number, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <ReceiptText size={20} aria-hidden />
            <b>{PAPERS[kind]}</b> <span className="muted mono">{number}</span>
          </a>
        </li>
      ))}
    </ul>
  ) : null;

const sizeOf = (files: Files) => fileSize(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));

/** The files of a track with sizes and hashes, by which one sees that they arrived whole. */
function SingleFiles({ url, name, files }: { url: string; name: string; files: Files }) {
  return (
    <details className={styles.single}>
      <summary>
        {files.length} {files.length === 1 ? 'file' : 'files'} with sizes and SHA-256
      </summary>
      <ul aria-label={`Files of ${name}`}>
        {files.map(({ id, path, sizeBytes, sha256 }) => (
          <li key={id}>
            <a href={`${url}&file=${id}`} target="_blank" rel="noopener noreferrer" className={styles.joined}>
              <Download size={16} aria-hidden />
              <b dir="auto">{path}</b> <span className="muted mono">{fileSize(sizeBytes)}</span>
            </a>
            <code className={styles.hash}>{sha256}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
