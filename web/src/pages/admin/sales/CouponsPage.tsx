import { AdminCouponForm } from '../../../features/coupons/admin/AdminCouponForm';
import { AdminCoupons } from '../../../features/coupons/admin/AdminCoupons';
import { useCouponsQuery } from '../../../features/coupons/api/admin-coupons-api';
import { May } from '../../../features/session/May';
import { useListParams } from '../../../lib/use-list-params';
import { ListHead } from '../../../ui/table/ListHead';
import { SearchBox } from '../../../ui/form/SearchBox';

export function CouponsPage() {
  const list = useListParams();
  const coupons = useCouponsQuery(list.query);
  return (
    <>
      <ListHead title="Coupons" of={coupons}>
        <SearchBox label="Search by code" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      <May right="changeMoney">
        <AdminCouponForm />
      </May>
      <AdminCoupons list={list} />
    </>
  );
}
