import { timeText } from '@shop/contracts/times';
import type { DownloadLinkView, OrderItemView, OrderView } from '@shop/contracts/views';
import { Download, FileText, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import styles from './OrderFiles.module.css';

type Files = NonNullable<OrderItemView['files']>;

/**
 * Each file or contract opens in a new tab. `items` are the tracks of the order: of those that the shop itself delivers, each file
 * can be had alone too. `insideOf` draws what is inside a track's package, `withUse` says how often each link was used.
 */
export function OrderFiles({
  downloadLinks,
  contracts,
  items = [],
  insideOf,
  withUse = false,
}: Pick<OrderView, 'downloadLinks' | 'contracts'> & {
  items?: readonly OrderItemView[];
  insideOf?: (item: OrderItemView) => ReactNode;
  withUse?: boolean;
}) {
  return (
    <ul className={styles.files} aria-label="Downloads">
      {downloadLinks.map((link, at) => {
        const { product_id, url, name, category } = link;
        // The second link of a track is its project, whose files the first one has too.
        const isFirst = downloadLinks.findIndex((other) => other.product_id === product_id) === at;
        const item = items.find(({ id }) => id === product_id);
        const onHold = item?.on_hold !== undefined;
        const files = isFirst && !onHold ? item?.files : undefined;
        const use = withUse ? downloadsText(link) : null;
        return (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer" className={files || use ? styles.joined : undefined}>
              <Download size={20} aria-hidden />
              <b dir="auto">{name}</b>{' '}
              <span className="muted">
                {onHold ? 'On hold until the reported problem is decided' : files ? `Download all, ${sizeOf(files)}` : category}
              </span>
            </a>
            {use && <p className={cx(styles.use, !files && styles.last)}>{use}</p>}
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

/** Null where the answer does not say it. */
function downloadsText({ downloads, last_download_at: last }: DownloadLinkView): string | null {
  if (downloads === undefined) return null;
  if (downloads === 0) return 'Not downloaded yet';
  const times = downloads === 1 ? 'Downloaded once' : `Downloaded ${downloads} times`;
  return last ? `${times}, ${downloads === 1 ? '' : 'last '}${timeText(last)}` : times;
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
