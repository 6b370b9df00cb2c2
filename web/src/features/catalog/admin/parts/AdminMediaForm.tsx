import { Button } from '#ui/action/Button.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { AdminFileField } from './AdminFileField';
import styles from './AdminForms.module.css';
import type { useMediaForm } from './use-media-form';
import type { UploadStatus } from './use-upload';

type Media = ReturnType<typeof useMediaForm>;

/** With `hasFiles`, empty fields keep the stored files. `withoutImage` says what a new track without an image gets. */
export const AdminMediaFields = ({ media, hasFiles, withoutImage }: { media: Media; hasFiles: boolean; withoutImage?: string }) =>
  (['img', 'audio'] as const).map((kind) => (
    <AdminFileField
      key={kind}
      kind={kind}
      file={media.chosen[kind]}
      error={media.problems[kind]}
      hasFile={hasFiles}
      without={kind === 'img' && !hasFiles ? withoutImage : undefined}
      onChange={(file) => media.choose(kind, file)}
    />
  ));

/** The end of a form: the refusal, the progress of the upload, and the two buttons. */
export const AdminMediaEnd = ({
  media,
  submit,
  isSubmitting,
  onCancel,
}: {
  media: Media;
  submit: string;
  isSubmitting: boolean;
  onCancel: () => void;
}) => (
  <>
    <Fault>{media.refusal}</Fault>
    {media.status && <AdminUploadStatus status={media.status} onCancel={media.cancel} />}
    <div className={styles.buttons}>
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {isSubmitting ? 'Processing...' : submit}
      </Button>
      <Button disabled={isSubmitting} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  </>
);

function AdminUploadStatus({ status, onCancel }: { status: UploadStatus; onCancel: () => void }) {
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
