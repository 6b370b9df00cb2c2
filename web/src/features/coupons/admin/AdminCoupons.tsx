import type { CouponView } from '@shop/contracts/views';
import { useState } from 'react';
import { useMay } from '../../session/admin-role';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import type { List } from '#lib/use-list-params.ts';
import { ListTable } from '#ui/table/ListTable.tsx';
import { useCouponsQuery, useSetCouponActiveMutation } from '../api/admin-coupons-api';
import { couponColumns } from './admin-coupon-columns';
import { ConfirmCouponDeletion } from './ConfirmCouponDeletion';

export function AdminCoupons({ list }: { list: List }) {
  const coupons = useCouponsQuery(list.query, { refetchOnMountOrArgChange: true });
  const [couponToDelete, setCouponToDelete] = useState<CouponView | null>(null);
  const mayChange = useMay()('changeMoney');
  const [setActive, switching] = useSetCouponActiveMutation();

  async function toggle({ id, is_active }: CouponView) {
    const { error } = await setActive({ id, is_active: !is_active });
    if (error) toast.error(errorText(error, 'Failed to update coupon status'));
  }

  return (
    <>
      <ListTable
        caption="Coupons"
        of={coupons}
        list={list}
        columns={couponColumns({
          mayChange,
          toggle: (coupon) => void toggle(coupon),
          isToggling: (id) => switching.isLoading && switching.originalArgs?.id === id,
          remove: setCouponToDelete,
        })}
        empty={list.isNarrowed ? 'No matching coupons found' : 'No coupons yet'}
        failed="Failed to fetch coupons"
      />
      {couponToDelete && <ConfirmCouponDeletion coupon={couponToDelete} onClose={() => setCouponToDelete(null)} />}
    </>
  );
}
