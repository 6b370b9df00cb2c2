import { GENRES, PRODUCT_STATUSES } from '@shop/contracts/constants';
import { STATUS_TEXTS } from '#features/catalog/admin/products/admin-product-columns.tsx';
import { useAdminProductsQuery, useStoreChoicesQuery } from '#features/catalog/api/admin-catalog-api.ts';
import { AdminProducts } from '#features/catalog/admin/products/AdminProducts.tsx';
import { useSiteName } from '#lib/calls/config-api.ts';
import { useMay } from '#features/session/admin-role.ts';
import { paths } from '#lib/paths.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { ButtonLink } from '#ui/action/Button.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';

const STATUSES = [ALL, ...PRODUCT_STATUSES.map((value) => ({ value, text: STATUS_TEXTS[value] }))];
const CATEGORIES = [ALL, ...GENRES.map((value) => ({ value, text: value }))];
const DELIVERIES = [ALL, { value: 'link', text: 'By a link' }, { value: 'package', text: 'By the shop' }];

export function ProductsPage() {
  const siteName = useSiteName();
  const may = useMay();
  const list = useListParams(['status', 'category', 'store', 'delivery']);
  const { params, change } = list;
  const { data: stores } = useStoreChoicesQuery();
  const products = useAdminProductsQuery(list.query);
  const storeChoices = [
    ALL,
    { value: 'house', text: `${siteName} (the house)` },
    ...(stores?.data ?? []).map(({ seller_id, name }) => ({ value: String(seller_id), text: name })),
  ];
  return (
    <>
      <ListHead
        title="Products"
        of={products}
        action={
          may('changeCatalogue') && (
            <ButtonLink variant="primary" size="s" to={paths.admin.page('products/new')}>
              Add New Product
            </ButtonLink>
          )
        }
      >
        <SearchBox label="Search by name, category or store" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Status" value={params.status} options={STATUSES} onChange={(status) => change({ status })} />
        <FilterSelect label="Genre" value={params.category} options={CATEGORIES} onChange={(category) => change({ category })} />
        <FilterSelect label="Store" value={params.store} options={storeChoices} onChange={(store) => change({ store })} />
        <FilterSelect
          label="Delivery"
          value={params.delivery}
          options={DELIVERIES}
          onChange={(delivery) => change({ delivery })}
        />
      </ListHead>
      <AdminProducts list={list} />
    </>
  );
}
