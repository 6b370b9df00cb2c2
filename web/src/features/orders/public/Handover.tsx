import type { DownloadLinkView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Cover } from '#ui/display/Cover.tsx';
import { useOrderQuery } from '../api/orders-api';
import styles from './Handover.module.css';
import { OrderFiles } from './OrderFiles';

/** So many covers are shown of an order of many tracks. */
const COVERS = 4;

/**
 * Hands over what was bought: the covers, the heading (`children`), the files, and what happens next. The links are there at once;
 * covers and contracts come with the order, and the page does without them where it cannot be loaded.
 */
export function Handover({
  orderId,
  downloadLinks,
  ways,
  children,
}: {
  orderId: number;
  downloadLinks: readonly DownloadLinkView[];
  /** Where to go from here. */
  ways: ReactNode;
  children: ReactNode;
}) {
  const { data: order } = useOrderQuery(orderId);
  const tracks = order?.products ?? [];
  const covers = tracks.slice(0, COVERS);
  return (
    <section className={styles.handover}>
      <div className={styles.covers} data-several={covers.length > 1 || undefined}>
        {covers.length === 0 ? (
          <Cover src="" alt="" size="400px" />
        ) : (
          covers.map(({ id, img }) => <Cover key={id} src={img} alt="" size={covers.length > 1 ? '200px' : '400px'} eager />)
        )}
      </div>
      <div className={styles.words}>
        {children}
        <p className={styles.sold}>
          <span className="mono">#{orderId}</span>, sold once, gone from the shop
        </p>
        <OrderFiles downloadLinks={[...downloadLinks]} contracts={order?.contracts ?? []} />
        <ul className={styles.next} aria-label="What happens next">
          <li>Your download links and contracts are on their way to you by e-mail.</li>
          <li>They stay under My Orders, whenever you need them again.</li>
          <li>
            Nobody else can buy {tracks.length > 1 ? 'these tracks' : 'this track'} here: the contract makes the rights yours.
          </li>
        </ul>
        <div className={styles.ways}>{ways}</div>
      </div>
    </section>
  );
}
