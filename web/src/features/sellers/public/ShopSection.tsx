import { dayText } from '@shop/contracts/times';
import type { SellerView } from '@shop/contracts/views';
import { DashboardSection } from './parts/DashboardSection';
import styles from './parts/SellerDashboard.module.css';
import { SocialLink } from './parts/SocialLink';

export const ShopSection = ({ seller }: { seller: SellerView }) => (
  <DashboardSection title="Shop info">
    <dl className={styles.facts}>
      <div>
        <dt>Store name</dt>
        <dd dir="auto">{seller.shop_name}</dd>
      </div>
      <div>
        <dt>Social link</dt>
        <dd>{seller.social_link ? <SocialLink link={seller.social_link} /> : 'None'}</dd>
      </div>
      <div>
        <dt>Open since</dt>
        <dd>{dayText(seller.created_at)}</dd>
      </div>
    </dl>
    <p className="muted">To change them, write to the admin: the name stands on contracts and tracks.</p>
  </DashboardSection>
);
