import { VERIFICATION_TYPES } from '@shop/contracts/constants';
import { dayText } from '@shop/contracts/times';
import type { SellerView } from '@shop/contracts/views';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#lib/cx.ts';
import { fileSize, useObjectUrl } from '#lib/files/chosen-file.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import { DashboardSection } from './parts/DashboardSection';
import styles from './parts/SellerDashboard.module.css';
import { useSendDocument } from './use-send-document';
import { problemOf } from './verification-file';

/**
 * The identity document: chosen, previewed, and sent once. Only its sender and admins can see it
 * (docs/product/selling.md#identity-documents). After a refusal another document may be sent.
 */
export function VerificationSection({ seller }: { seller: SellerView }) {
  const { verification_photo: photo, verification_refused_at: refusedAt } = seller;
  return (
    <DashboardSection title="Identity verification" mark={<Mark seller={seller} />}>
      {refusedAt && <p>What you sent was not accepted on {dayText(refusedAt)}. Please send another document.</p>}
      {photo && !refusedAt ? <SentDocument seller={seller} address={photo} /> : <ChooseDocument sellerId={seller.id} />}
    </DashboardSection>
  );
}

function Mark({ seller }: { seller: SellerView }) {
  const { verification_photo: photo, verification_waits: waits, verification_refused_at: refusedAt, status } = seller;
  if (refusedAt) return <Badge tone="warm">Not accepted</Badge>;
  if (!photo) return null;
  return status === 'active' && !waits ? <Badge tone="signal">Verified</Badge> : <Badge>Sent</Badge>;
}

/** The sent document. It is folded, because people near the screen need not see a passport. */
function SentDocument({ seller, address }: { seller: SellerView; address: string }) {
  const { status, verification_pages: pages, verification_uploaded_at: at } = seller;
  const images = Array.from({ length: pages ?? 0 }, (_, i) => (
    <img
      key={i}
      className={styles.preview}
      src={`${address}?page=${i + 1}`}
      alt={`The document you sent${pages === 1 ? '' : `, page ${i + 1}`}`}
      loading="lazy"
    />
  ));
  return (
    <>
      {images.length > 0 && status === 'active' ? (
        <details className={styles.folded}>
          <summary>Show what you sent</summary>
          {images}
        </details>
      ) : (
        images
      )}
      <p className="muted">{at && `Sent on ${dayText(at)}. `}Only you and our administrators can open it.</p>
    </>
  );
}

function ChooseDocument({ sellerId }: { sellerId: number }) {
  const { send, forgetRefusal, sending, refusal, isChanged } = useSendDocument(sellerId);
  const percent = sending?.percent ?? null;
  const [chosenFile, setFile] = useState(sending?.file ?? null);
  const file = isChanged ? null : chosenFile;
  const [problem, setProblem] = useState<string | null>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  function choose(next: File | undefined) {
    setIsDraggedOver(false);
    if (!next) return;
    forgetRefusal();
    const wrong = problemOf(next);
    setProblem(wrong);
    setFile(wrong ? null : next);
  }

  return (
    <>
      <p className="muted">
        A passport, identity card or driving licence. JPEG, PNG or PDF, at most 5 MB. Look at it before you send it: it can be
        sent once.
      </p>
      {file ? (
        <div className={styles.chosen}>
          <Preview file={file} />
          {percent !== null && (
            <div className={styles.sending}>
              <span role="status">{percent < 100 ? `Sending… ${percent} %` : 'Checking…'}</span>
              <progress className={styles.progress} aria-label="Upload" max={100} value={percent} />
            </div>
          )}
          <div>
            <Button variant="primary" busy={percent !== null} onClick={() => void send(file)}>
              Upload document
            </Button>
            <Button disabled={percent !== null} onClick={() => setFile(null)}>
              Choose another
            </Button>
          </div>
        </div>
      ) : (
        <label
          className={cx(styles.drop, isDraggedOver && styles.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setIsDraggedOver(true);
          }}
          onDragLeave={() => setIsDraggedOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            choose(event.dataTransfer.files[0]);
          }}
        >
          <FileUp size={24} aria-hidden />
          <span>Choose a document, or drop it here</span>
          <input
            type="file"
            className="visually-hidden"
            aria-label="Verification document: choose a document, or drop it here"
            accept={VERIFICATION_TYPES.join()}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
      )}
      {(problem ?? refusal) && (
        <p className={styles.error} role="alert" dir="auto">
          {problem ?? refusal}
        </p>
      )}
    </>
  );
}

function Preview({ file }: { file: File }) {
  const address = useObjectUrl(file.type === 'application/pdf' ? null : file);
  return (
    <>
      {address && <img className={styles.preview} src={address} alt="The chosen document" />}
      <span className="mono muted" dir="auto">
        {file.name} · {fileSize(file.size, 1e5)}
      </span>
    </>
  );
}
