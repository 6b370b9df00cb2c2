import type { OrderView } from '@shop/contracts/views';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAppDispatch } from '#lib/hooks.ts';
import { approvedPayment } from './payment-calls';
import { isUnsettled, unsettledOrder } from './confirm-payment';
import { ordersApi } from '../../api/orders-api';

/**
 * The order whose payment for a track of the cart was still open when the buyer left; undefined while it loads, null when there
 * is none.
 */
export function useUnsettledOrder(userId: number, cartIds: readonly number[]): OrderView | null | undefined {
  const dispatch = useAppDispatch();
  const [cartOrder, setCartOrder] = useState<OrderView | null>();
  const ofTheCart = useEffectEvent((orders: readonly OrderView[]) => {
    const approvedId = approvedPayment.of(userId)?.orderId;
    // The capture arrived, although its answer was lost. From now on, the list shows that the payment is open.
    if (orders.some((order) => order.id === approvedId && isUnsettled(order))) approvedPayment.forget();
    return unsettledOrder(orders, cartIds) ?? null;
  });
  useEffect(() => {
    let isCancelled = false;
    void dispatch(ordersApi.endpoints.ordersOfUser.initiate(userId, { forceRefetch: true, subscribe: false }))
      .unwrap()
      .then((orders) => ofTheCart(orders))
      .catch(() => null)
      .then((order) => !isCancelled && setCartOrder(order));
    return () => {
      isCancelled = true;
    };
  }, [dispatch, userId]);
  return cartOrder;
}
