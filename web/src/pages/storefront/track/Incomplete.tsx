import { useSimilarTracksQuery, useTrackQuery } from '#features/catalog/api/catalog-api.ts';
import { Query } from '#ui/feedback/Query.tsx';

/**
 * Says that a part of a track's page could not be loaded, and loads it again. The track itself may still be the one of a list
 * (docs/product/catalogue.md#the-page-of-a-track).
 */
export function Incomplete({ id }: { id: number }) {
  const queries = [useTrackQuery(id), useSimilarTracksQuery(id)];
  const error = queries.map((query) => query.error).find(Boolean);
  if (!error) return null;
  return (
    <Query
      of={{
        error,
        isFetching: queries.some(({ isFetching }) => isFetching),
        refetch: () => queries.forEach(({ refetch }) => void refetch()),
      }}
      skeleton={null}
      errorText="Not all of this page could be loaded."
      errorClass="wrap"
    >
      {() => null}
    </Query>
  );
}
