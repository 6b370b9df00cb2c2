import type { SimilarView, SoldTrackView } from '@shop/contracts/views';
import { useParams } from 'react-router-dom';
import { useSimilarTracksQuery, useTrackQuery } from '#features/catalog/api/catalog-api.ts';
import { listedTrack } from '#features/catalog/api/cached-tracks.ts';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { useAppSelector } from '#lib/hooks.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { NotFoundPage } from './NotFoundPage';
import { SimilarTracks } from './track/SimilarTracks';
import { SoldTrack } from '#features/catalog/public/track/SoldTrack.tsx';
import { TrackForSale } from './track/TrackForSale';
import { TrackSkeleton } from '#features/catalog/public/track/TrackSkeleton.tsx';

const ID = /^[1-9]\d{0,9}$/;
const NOTHING: SimilarView = { products: [], mixing: 0 };

/** One track at its own address. A sold one says so and leads to similar ones (docs/product/catalogue.md#the-page-of-a-track). */
export function TrackPage() {
  const id = useParams().id ?? '';
  return ID.test(id) ? <KnownTrack key={id} id={Number(id)} /> : <NotFoundPage />;
}

function KnownTrack({ id }: { id: number }) {
  const query = useTrackQuery(id);
  const similarQuery = useSimilarTracksQuery(id);
  const similar = similarQuery.currentData ?? NOTHING;
  const trackOfList = useAppSelector((state) => listedTrack(state, id));
  const { currentData, error } = query;

  const soldTrack = soldOf(error) ?? (currentData?.status === 'sold' ? currentData : null);
  if (soldTrack) {
    return (
      <SoldTrack track={soldTrack}>
        <SimilarTracks title="Still for sale, and like it" similar={similar.products} />
      </SoldTrack>
    );
  }
  if (isApiError(error) && (error.status === 404 || error.status === 400)) return <NotFoundPage />;
  if (currentData?.status === 'removed') return <NotFoundPage />;

  // The track of a list is shown until the page's own answer arrives, also when that fails.
  return (
    <Query
      of={{ ...query, data: currentData ?? trackOfList }}
      skeleton={<TrackSkeleton />}
      errorText={(failure) => `Error: ${errorText(failure, 'The track could not be loaded.')}`}
      errorClass="wrap"
    >
      {(track) => (
        <TrackForSale
          track={track}
          similar={similar.products}
          mixing={similar.mixing}
          settled={[query, similarQuery].every(({ isSuccess, isFetching }) => isSuccess && !isFetching)}
        />
      )}
    </Query>
  );
}

const soldOf = (error: unknown): SoldTrackView | null =>
  isApiError(error) && error.code === 'sold' && error.details ? (error.details as SoldTrackView) : null;
