import { Button } from '#ui/action/Button.tsx';
import styles from './AdminForms.module.css';
import type { UploadStatus } from './use-upload';

export function AdminUploadStatus({ status, onCancel }: { status: UploadStatus; onCancel: () => void }) {
  const { text, percent } = status;
  return (
    <div className={styles.upload}>
      <div className={styles.uploadText}>
        <span role="status">{text}…</span>
        {percent !== null && <span className="mono">{percent} %</span>}
      </div>
      <progress className={styles.progress} aria-label={text} max={100} {...(percent !== null && { value: percent })} />
      <Button size="s" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}
