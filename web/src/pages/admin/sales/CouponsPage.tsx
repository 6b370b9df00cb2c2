import type { CouponView } from '@shop/contracts/views';
import { useState } from 'react';
import { couponColumns } from '../../../features/coupons/admin/admin-coupon-columns';
import { AdminCouponForm } from '../../../features/coupons/admin/AdminCouponForm';
import { useCouponsQuery, useSetCouponActiveMutation } from '../../../features/coupons/api/admin-coupons-api';
import { ConfirmCouponDeletion } from '../../../features/coupons/admin/ConfirmCouponDeletion';
import { useMay } from '../../../features/session/admin-role';
import { errorText } from '../../../lib/calls/api';
import { toast } from '../../../lib/toast';
import { useListParams } from '../../../lib/use-list-params';
import { ListHead } from '../../../ui/table/ListHead';
import { ListTable } from '../../../ui/table/ListTable';
import { SearchBox } from '../../../ui/form/SearchBox';

/** All coupons, to create, switch on and off, and delete. */
export function CouponsPage() {
  const list = useListParams();
  const coupons = useCouponsQuery(list.query, { refetchOnMountOrArgChange: true });
  const [asked, setAsked] = useState<CouponView | null>(null);
  const mayChange = useMay()('changeMoney');
  const [setActive, switching] = useSetCouponActiveMutation();

  async function toggle({ id, is_active }: CouponView) {
    const { error } = await setActive({ id, is_active: !is_active });
    if (error) toast.error(errorText(error, 'Failed to update coupon status'));
  }

  return (
    <>
      <ListHead title="Coupons" of={coupons}>
        <SearchBox label="Search by code" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      {mayChange && <AdminCouponForm />}
      <ListTable
        caption="Coupons"
        of={coupons}
        list={list}
        columns={couponColumns({
          mayChange,
          toggle: (coupon) => void toggle(coupon),
          isToggling: (id) => switching.isLoading && switching.originalArgs?.id === id,
          remove: setAsked,
        })}
        empty={list.isNarrowed ? 'No matching coupons found' : 'No coupons yet'}
        failed="Failed to fetch coupons"
      />
      {asked && <ConfirmCouponDeletion coupon={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
