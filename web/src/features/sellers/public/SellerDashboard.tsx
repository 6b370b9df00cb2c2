import type { SellerView } from '@shop/contracts/views';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Earnings } from './Earnings';
import { OfferSection } from './OfferSection';
import { PaymentSection } from './PaymentSection';
import styles from './parts/SellerDashboard.module.css';
import { useMyStoreQuery } from '../api/sellers-api';
import { SendTrack } from './sending/SendTrack';
import { ShopSection } from './ShopSection';
import { StatusSection } from './StatusSection';
import { TracksSection } from './TracksSection';
import { VerificationSection } from './VerificationSection';

/** The parts of the dashboard in their order (docs/product/selling.md#the-seller-dashboard). Each draws a section. */
const SECTIONS: readonly ((props: { seller: SellerView }) => ReactElement | null)[] = [
  StatusSection,
  VerificationSection,
  OfferSection,
  ShopSection,
  PaymentSection,
  TracksSection,
  SendTrack,
  Earnings,
];

export function SellerDashboard({ userId, claims }: { userId: number; claims?: ReactNode }) {
  const store = useMyStoreQuery(userId, { refetchOnMountOrArgChange: true });
  return (
    <Query of={store} skeleton={<DashboardSkeleton />} errorText="Failed to load your store">
      {(seller) =>
        seller ? (
          <div className={styles.dashboard}>
            {SECTIONS.map((Section, i) => (
              <Section key={i} seller={seller} />
            ))}
            {claims}
          </div>
        ) : (
          <EmptyState title="There is no store">
            A store that was just registered opens within a minute; one that was closed does not come back. The admin can help.
          </EmptyState>
        )
      }
    </Query>
  );
}

/** The heights of the first sections; the first one is as wide as the page, the others stand in two columns. */
const SECTION_HEIGHTS = ['56px', '104px', '104px', '152px', '152px'];

export const DashboardSkeleton = () => (
  <div className={styles.dashboard}>
    {SECTION_HEIGHTS.map((height, i) => (
      <div key={i} className={cx(styles.section, i === 0 && styles.wide)}>
        <Skeleton width="160px" height="24px" />
        <Skeleton height={height} />
      </div>
    ))}
  </div>
);
