import type { SubmissionView } from '@shop/contracts/views';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { paths } from '#lib/paths.ts';
import { Beside } from '#ui/display/Beside.tsx';
import { ButtonLink } from '#ui/action/Button.tsx';
import styles from '../parts/AdminForms.module.css';
import { AdminSubmissionFacts } from './AdminSubmissionFacts';

export const isAnswered = ({ status, productId }: SubmissionView) => productId !== null || status === 'rejected';

/** Says that a submission was published or rejected already, because the server would refuse the form. */
export function AdminSubmissionAnswered({ submission }: { submission: SubmissionView }) {
  const { productId } = submission;
  return (
    <Beside label="What the seller sent" preview={<AdminSubmissionFacts submission={submission} />}>
      <div className={styles.form}>
        <p className={styles.notice} role="status">
          {productId === null
            ? 'This submission was rejected. Its seller may send the track again, as a new one.'
            : 'This submission is published already.'}
        </p>
        <div className={styles.buttons}>
          <ButtonLink to={paths.admin.page('review-queue')}>Back to the queue</ButtonLink>
          {productId !== null && <ButtonLink to={adminPageOf.track(productId)}>Open the product</ButtonLink>}
        </div>
      </div>
    </Beside>
  );
}
