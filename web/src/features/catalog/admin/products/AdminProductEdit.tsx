import type { StoreChoice } from '@shop/contracts/views';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { freshOnly } from '#lib/loading/fresh-only.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { FormSkeleton } from '#ui/feedback/FormSkeleton.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { useAdminProductQuery } from '../../api/admin-catalog-api';
import { AdminProductForm } from './AdminProductForm';
import { AdminUnchangeable } from './AdminUnchangeable';

/** Edits a track that is on sale, as far as the admin's role allows. */
export function AdminProductEdit({ id, stores, onDone }: { id: number; stores: readonly StoreChoice[]; onDone: () => void }) {
  const mayChange = useMay()('changeCatalogue');
  const product = useAdminProductQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Query of={freshOnly(product)} skeleton={<FormSkeleton />} errorText={(error) => errorText(error, 'Failed to load product')}>
      {(loadedProduct) => {
        if (loadedProduct.status !== 'active') return <AdminUnchangeable product={loadedProduct} onDone={onDone} />;
        if (mayChange) return <AdminProductForm product={loadedProduct} stores={stores} onDone={onDone} />;
        return <EmptyState title="Your role does not allow this">Please ask an owner of the shop if you need it.</EmptyState>;
      }}
    </Query>
  );
}
