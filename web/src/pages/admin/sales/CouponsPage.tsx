import { NewCouponButton } from '#features/coupons/admin/AdminCouponForm.tsx';
import { AdminCoupons } from '#features/coupons/admin/AdminCoupons.tsx';
import { useCouponsQuery } from '#features/coupons/api/admin-coupons-api.ts';
import { May } from '#features/session/May.tsx';
import { useListParams } from '#lib/use-list-params.ts';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

export function CouponsPage() {
  const list = useListParams();
  const coupons = useCouponsQuery(list.query);
  return (
    <>
      <ListHead
        title="Coupons"
        of={coupons}
        action={
          <May right="changeMoney">
            <NewCouponButton />
          </May>
        }
      >
        <SearchBox label="Search by code" value={list.params.q} onChange={(q) => list.change({ q })} />
      </ListHead>
      <AdminCoupons list={list} />
    </>
  );
}
