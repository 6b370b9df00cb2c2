import type { DownloadLinkView, OrderView } from '@shop/contracts/views';
import type { ReactNode } from 'react';
import { Cover } from '#ui/display/Cover.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { useOrderQuery } from '../api/orders-api';
import styles from './Handover.module.css';
import { OrderCertificates } from './OrderCertificates';
import { OrderFiles } from './OrderFiles';

/** So many covers are shown of an order of many tracks. */
const COVERS = 4;

/**
 * Hands over what was bought: the covers, the heading (`children`), the files, and what happens next. The links are there at once;
 * covers and contracts come with the order, which is loaded unless it is given, and the page does without them where it cannot be.
 */
export function Handover({
  orderId,
  downloadLinks,
  order: knownOrder,
  ways,
  children,
}: {
  orderId: number;
  downloadLinks: DownloadLinkView[];
  order?: OrderView;
  /** Where to go from here. */
  ways: ReactNode;
  children: ReactNode;
}) {
  const { data } = useOrderQuery(orderId, { skip: knownOrder !== undefined });
  const order = knownOrder ?? data;
  // until the order is there, its tracks have the room that their covers will take
  const tracks = order?.products ?? [...new Set(downloadLinks.map(({ name }) => name))].map((name) => ({ id: name, img: '' }));
  const covers = tracks.slice(0, COVERS);
  return (
    <section className={styles.handover}>
      <div className={styles.covers} data-several={covers.length > 1 || undefined}>
        {covers.map(({ id, img }) => (
          <Cover key={id} src={img} alt="" size={covers.length > 1 ? '200px' : '400px'} eager />
        ))}
      </div>
      <div className={styles.words}>
        {children}
        <p className={styles.sold}>
          Order <span className="mono">#{orderId}</span>, sold once, gone from the shop
        </p>
        <OrderFiles downloadLinks={downloadLinks} contracts={order?.contracts ?? []} items={order?.products} />
        <OrderCertificates items={order?.products ?? []} />
        <ul className={styles.next} aria-label="What happens next">
          <li>Your download links and contracts arrive by e-mail too, and stay under My Orders.</li>
          <li>Each track has a certificate that everybody can check. You decide whether it names you.</li>
          <li>Nobody else can buy here what you have bought: the contract makes the rights yours.</li>
        </ul>
        <div className={styles.ways}>{ways}</div>
      </div>
    </section>
  );
}

export const HandoverSkeleton = () => (
  <div className={styles.handover}>
    <div className={styles.covers}>
      <Cover src="" alt="" size="400px" />
    </div>
    <div className={styles.words}>
      <Skeleton width="min(440px, 90%)" height="44px" />
      <Skeleton width="min(320px, 70%)" height="20px" />
      <Skeleton height="96px" />
      <Skeleton width="min(440px, 90%)" height="104px" />
      <Skeleton width="200px" height="48px" />
    </div>
  </div>
);
