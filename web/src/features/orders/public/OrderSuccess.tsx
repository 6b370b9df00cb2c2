import type { DownloadLinkView, OrderView } from '@shop/contracts/views';
import { Navigate } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { useOrdersOfUserQuery } from '../api/orders-api';
import { Handover, HandoverSkeleton } from './Handover';

/** The order that brought the buyer to the page. */
export type Arrival = { orderId: number; downloadLinks: DownloadLinkView[] };

/**
 * Thanks for an order, with its downloads. Without an arrival, it shows the buyer's newest completed order
 * (docs/product/delivery.md#the-order-success-page).
 */
export const OrderSuccess = ({ userId, arrival }: { userId: number; arrival: Arrival | null }) =>
  arrival ? <ThankYou {...arrival} /> : <NewestOrder userId={userId} />;

function NewestOrder({ userId }: { userId: number }) {
  const orders = useOrdersOfUserQuery(userId, { refetchOnMountOrArgChange: true });
  return (
    <Query of={orders} skeleton={<HandoverSkeleton />} errorText="Your order could not be loaded.">
      {(all) => {
        const newest = all
          .filter((order) => order.status === 'completed' && order.downloadLinks.length > 0)
          .sort((a, b) => b.id - a.id)[0];
        return newest ? (
          <ThankYou orderId={newest.id} downloadLinks={newest.downloadLinks} order={newest} />
        ) : (
          <Navigate to={paths.account} replace />
        );
      }}
    </Query>
  );
}

const ThankYou = (arrival: Arrival & { order?: OrderView }) => (
  <Handover
    {...arrival}
    ways={
      <ButtonLink variant="primary" to={paths.shop}>
        Continue Shopping
      </ButtonLink>
    }
  >
    <h1>Thank You for Your Purchase!</h1>
  </Handover>
);
