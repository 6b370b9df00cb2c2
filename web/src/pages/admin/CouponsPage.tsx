import type { CouponView } from '@shop/contracts/views';
import { useState } from 'react';
import { couponColumns } from '../../features/coupons/admin-coupon-columns';
import { AdminCouponForm } from '../../features/coupons/AdminCouponForm';
import { useCouponsQuery, useSetCouponActiveMutation } from '../../features/coupons/adminCouponsApi';
import { ConfirmCouponDeletion } from '../../features/coupons/ConfirmCouponDeletion';
import { errorText } from '../../lib/api';
import { toast } from '../../lib/toast';
import { useListParams } from '../../lib/use-list-params';
import { DataTable } from '../../ui/DataTable';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

/** Coupons: created, switched on and off, and deleted (spec 3 §2). */
export function CouponsPage() {
  const { params, query, change } = useListParams();
  const list = useCouponsQuery(query, { refetchOnMountOrArgChange: true });
  // the page before is no answer to a question that failed
  const shown = { ...list, data: list.currentData ?? (list.isFetching ? list.data : undefined) };
  const [asked, setAsked] = useState<CouponView | null>(null);
  const [setActive, switching] = useSetCouponActiveMutation();

  async function toggle({ id, is_active }: CouponView) {
    const { error } = await setActive({ id, is_active: !is_active });
    if (error) toast.error(errorText(error, 'Failed to update coupon status'));
  }

  const columns = couponColumns({
    toggle: (coupon) => void toggle(coupon),
    isToggling: (id) => switching.isLoading && switching.originalArgs?.id === id,
    remove: setAsked,
  });
  const table = (rows: CouponView[] | undefined) => (
    <DataTable
      caption="Coupons"
      columns={columns}
      rows={rows}
      empty={params.q ? 'No matching coupons found' : 'No coupons yet'}
      sort={params.sort || '-id'}
      onSort={(sort) => change({ sort })}
      stale={list.isFetching && !list.currentData}
    />
  );

  return (
    <>
      <title>Coupons</title>
      <ListHead title="Coupons" total={list.data?.pagination.total}>
        <SearchBox label="Search by code" value={params.q} onChange={(q) => change({ q })} />
      </ListHead>
      <AdminCouponForm />
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to fetch coupons')}>
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
      {asked && (
        <ConfirmCouponDeletion
          coupon={asked}
          onClose={() => setAsked(null)}
          onDeleted={() => {
            if (list.data?.data.length === 1 && params.page > 1) change({ page: params.page - 1 });
          }}
        />
      )}
    </>
  );
}
