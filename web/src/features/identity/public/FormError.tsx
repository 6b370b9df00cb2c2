import { isApiError } from '#lib/calls/api.ts';
import styles from './AuthForms.module.css';

/** The remedy for a failure: waiting, or a look at the network connection. */
function wayOut(cause: unknown): string | null {
  if (!isApiError(cause)) return null;
  if (cause.status === 'NETWORK' || cause.status === 'TIMEOUT')
    return 'The shop cannot be reached. Please check your connection.';
  // The text of a once-a-day refusal itself says when the next try is possible.
  if (cause.status !== 429 || cause.code === 'once-a-day') return null;
  if (!cause.retryAfter) return 'Too many attempts. Please wait a while before the next one.';
  const seconds = cause.retryAfter === 1 ? '1 second' : `${cause.retryAfter} seconds`;
  const minutes = `${Math.ceil(cause.retryAfter / 60)} minutes`;
  return `Too many attempts. Please try again in ${cause.retryAfter < 90 ? seconds : minutes}.`;
}

/** The text of a failed form, with the remedy if it is known. The remedy replaces the server's own text, because it says more. */
export function FormError({ text, cause }: { text: string | undefined; cause?: unknown }) {
  if (!text) return null;
  const remedy = wayOut(cause);
  const isOfServer = isApiError(cause) && cause.message === text;
  return (
    <div className={styles.error} role="alert">
      <p>{isOfServer && remedy ? remedy : text}</p>
      {remedy && !isOfServer && <p className={styles.wayOut}>{remedy}</p>}
    </div>
  );
}
