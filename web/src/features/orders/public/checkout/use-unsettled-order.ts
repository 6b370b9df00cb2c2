import type { OrderView } from '@shop/contracts/views';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../../lib/hooks';
import { unsettledOrder } from './confirm-payment';
import { ordersApi } from '../../api/orders-api';

/** The order whose payment was still open when the buyer left; undefined while it is looked up, null when there is none. */
export function useUnsettledOrder(userId: number): OrderView | null | undefined {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<OrderView | null>();
  useEffect(() => {
    let left = false;
    void dispatch(ordersApi.endpoints.ordersOfUser.initiate(userId, { forceRefetch: true, subscribe: false }))
      .unwrap()
      .then((orders) => unsettledOrder(orders) ?? null)
      .catch(() => null)
      .then((order) => !left && setFound(order));
    return () => {
      left = true;
    };
  }, [dispatch, userId]);
  return found;
}
