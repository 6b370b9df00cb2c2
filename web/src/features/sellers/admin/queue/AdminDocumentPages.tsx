import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { cx } from '#lib/cx.ts';
import { Button } from '#ui/action/Button.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import styles from './AdminDocumentPages.module.css';
import { useSellerDocumentQuery } from '../../api/admin-sellers-api';
import { seenDocuments } from '../../api/verdict';

const NO_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><path fill="#1c1c1f" stroke="#2a2a2e" d="M.5.5h319v199H.5z"/><g fill="none" stroke="#a3a098" stroke-width="3"><path d="M40 50h240v100H40zM150 75h100M150 100h100M150 125h60"/><circle cx="95" cy="88" r="16"/><path d="M65 130c8-24 52-24 60 0"/></g></svg>',
)}`;
const FAILED = 'The document could not be loaded.';
const SIZES = [1, 1.5, 2, 3];

type Props = { id: number; version: string | null; name: string; pages: number };

/** The pages of an identity document, one at a time. Arrow keys turn the pages, plus and minus change their size. */
export function AdminDocumentPages({ id, version, name, pages }: Props) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(0);
  const turn = (by: number) => setPage((now) => Math.min(Math.max(now + by, 1), pages));
  const shownAt = SIZES[size] ?? 1;
  const resize = (by: number) => setSize((now) => Math.min(Math.max(now + by, 0), SIZES.length - 1));

  useEffect(() => void seenDocuments.set(id, version), [id, version]);

  // The listener is on the document, because the focus may be anywhere in the dialog.
  useEffect(() => {
    function steer({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (ctrlKey || metaKey || altKey) return;
      const turn = (by: number) => setPage((now) => Math.min(Math.max(now + by, 1), pages));
      // In an enlarged page the arrows move the picture instead.
      if (size === 0 && key === 'ArrowLeft') turn(-1);
      if (size === 0 && key === 'ArrowRight') turn(1);
      if (key === '+') setSize((now) => Math.min(now + 1, SIZES.length - 1));
      if (key === '-') setSize((now) => Math.max(now - 1, 0));
    }
    document.addEventListener('keydown', steer);
    return () => document.removeEventListener('keydown', steer);
  }, [size, pages]);

  return (
    <div className={styles.pages}>
      <div className={styles.tools}>
        {pages > 1 ? (
          <div>
            <IconButton label="Previous page" aria-disabled={page === 1} onClick={() => turn(-1)}>
              <ChevronLeft size={20} />
            </IconButton>
            <span role="status">
              Page {page} of {pages}
            </span>
            <IconButton label="Next page" aria-disabled={page === pages} onClick={() => turn(1)}>
              <ChevronRight size={20} />
            </IconButton>
          </div>
        ) : (
          <span className="muted">1 page</span>
        )}
        <div>
          <IconButton label="Smaller" aria-disabled={size === 0} onClick={() => resize(-1)}>
            <ZoomOut size={20} />
          </IconButton>
          <span className="mono">{shownAt * 100} %</span>
          <IconButton label="Larger" aria-disabled={size === SIZES.length - 1} onClick={() => resize(1)}>
            <ZoomIn size={20} />
          </IconButton>
        </div>
      </div>
      <Page key={page} id={id} version={version} page={page} size={shownAt} alt={altOf(name, page, pages)} />
    </div>
  );
}

const altOf = (name: string, page: number, pages: number) =>
  `Identity document of ${name}${pages > 1 ? `, page ${page} of ${pages}` : ''}`;

type PageProps = { id: number; version: string | null; page: number; size: number; alt: string };

function Page({ id, version, page, size, alt }: PageProps) {
  const { currentData: address, error, isFetching, refetch } = useSellerDocumentQuery({ id, version, page });
  const [unreadable, setUnreadable] = useState(false);
  const hasFailed = error !== undefined || unreadable;
  if (isFetching || (!hasFailed && !address))
    return (
      <div aria-busy="true">
        <Skeleton height="65dvh" />
      </div>
    );
  if (hasFailed)
    return (
      <div className={styles.failed}>
        <img src={NO_PICTURE} alt="No picture" />
        <p role="alert">{errorText(error, FAILED)}</p>
        <Button
          size="s"
          onClick={() => {
            setUnreadable(false);
            void refetch();
          }}
        >
          Retry
        </Button>
      </div>
    );
  return (
    // The arrow keys move an enlarged page.
    <div className={cx(styles.stage, size > 1 && styles.large)} tabIndex={0} role="group" aria-label="Page">
      <img
        src={address}
        alt={alt}
        style={size > 1 ? { width: `${size * 100}%` } : undefined}
        onError={() => setUnreadable(true)}
      />
    </div>
  );
}
