import { useClaimsQuery } from '#features/claims/api/claims-api.ts';
import { ClaimsOfStore } from '#features/claims/public/ClaimsOfStore.tsx';
import { DashboardSection } from '#features/sellers/public/parts/DashboardSection.tsx';

/** The problems that buyers reported with the store's tracks; nothing while there is none. */
export function SellerClaims() {
  const { data = [] } = useClaimsQuery(undefined, { refetchOnMountOrArgChange: true });
  const claims = data.filter(({ part }) => part === 'seller');
  if (claims.length === 0) return null;
  return (
    <DashboardSection title="Reported problems" wide>
      <p>A sale with an open problem is not paid out until the shop has decided.</p>
      <ClaimsOfStore claims={claims} />
    </DashboardSection>
  );
}
