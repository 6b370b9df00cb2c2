import { VERIFICATION_TYPES } from '@shop/contracts/constants';
import type { SellerView } from '@shop/contracts/views';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../lib/cx';
import { dayText } from '../../lib/dates';
import { useObjectUrl } from '../../lib/use-object-url';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { DashboardSection } from './DashboardSection';
import styles from './SellerDashboard.module.css';
import { useSendDocument } from './use-send-document';
import { problemOf } from './verification-file';

/** The identity document: chosen, looked at, sent once, and seen by nobody but its sender and admins (spec 2 §2, decision 8). */
export function VerificationSection({ seller }: { seller: SellerView }) {
  const sent = seller.verification_photo;
  return (
    <DashboardSection title="Identity verification" mark={sent && <Badge>Sent</Badge>}>
      {sent ? <SentDocument seller={seller} address={sent} /> : <ChooseDocument sellerId={seller.id} />}
    </DashboardSection>
  );
}

function SentDocument({ seller, address }: { seller: SellerView; address: string }) {
  const { verification_type: type, verification_uploaded_at: at } = seller;
  return (
    <>
      {type === 'pdf' ? (
        <a href={address} download>
          Download what you sent (PDF)
        </a>
      ) : (
        <img className={styles.preview} src={address} alt="The document you sent" />
      )}
      <p className="muted">{at && `Sent on ${dayText(at)}. `}Only you and our administrators can open it.</p>
    </>
  );
}

function ChooseDocument({ sellerId }: { sellerId: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const { send, percent, error } = useSendDocument(sellerId);

  function choose(chosen: File | undefined) {
    setOver(false);
    if (!chosen) return;
    const wrong = problemOf(chosen);
    setProblem(wrong);
    setFile(wrong ? null : chosen);
  }

  return (
    <>
      <p className="muted">A passport, identity card or driving licence. JPEG, PNG or PDF, at most 5 MB. It can be sent once.</p>
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
              Upload Document
            </Button>
            <Button disabled={percent !== null} onClick={() => setFile(null)}>
              Choose another
            </Button>
          </div>
        </div>
      ) : (
        <label
          className={cx(styles.drop, over && styles.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
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
            aria-label="Verification document"
            accept={VERIFICATION_TYPES.join()}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
      )}
      {(problem ?? error?.message) && (
        <p className={styles.error} role="alert">
          {problem ?? error?.message}
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
      <span className="mono muted">
        {file.name} · {(file.size / 1024 / 1024).toFixed(2)} MB
      </span>
    </>
  );
}
