import { useEffect } from 'react';
import { GoneTrack } from '#features/cart/public/GoneTrack.tsx';
import { TrackCard } from '#features/catalog/public/tracks/TrackCard.tsx';
import { removeFromWishlist } from '#features/lists/wishlist-actions.ts';
import { cachedWishlist, cacheWishlist } from '#features/lists/wishlist-cache.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { useListedProducts } from '#features/lists/listed-products.ts';
import { useUserId } from '#features/session/session.ts';
import { Query } from '#ui/feedback/Query.tsx';
import { useTrackProps } from '../parts/use-track-props';
import { CoverSkeletons } from '#ui/feedback/ListSkeleton.tsx';
import { MyList } from '#features/lists/MyList.tsx';
import styles from './WishlistContents.module.css';

export function WishlistContents() {
  return (
    <MyList list="wishlist" empty="Your wishlist is empty" skeleton={<CoverSkeletons count={4} className={styles.grid} />}>
      {(ids) => <FilledWishlist ids={ids} />}
    </MyList>
  );
}

function FilledWishlist({ ids }: { ids: number[] }) {
  const dispatch = useAppDispatch();
  const userId = useUserId();
  const listedProducts = useListedProducts(ids);
  const { ready, gone } = listedProducts;
  const products = ready ? listedProducts.products : cachedWishlist(userId).filter(({ id }) => ids.includes(id));
  const trackProps = useTrackProps(products);

  useEffect(() => {
    if (ready && !listedProducts.isFetching) cacheWishlist(userId, listedProducts.products);
  });

  return (
    <Query
      of={{ ...listedProducts, data: products.length > 0 || ready ? products : undefined }}
      skeleton={<CoverSkeletons count={ids.length} className={styles.grid} />}
      errorText="Your wishlist could not be loaded."
    >
      {(tracks) => (
        <>
          <h2 className="visually-hidden">Saved tracks</h2>
          <div className={styles.grid}>
            {tracks.map((product) => (
              // These cards play tracks only from the beginning.
              <TrackCard key={product.id} {...trackProps(product)} onSeek={undefined} waveform={undefined} />
            ))}
          </div>
          <div className="folds" aria-live="polite">
            {gone.map((id) => (
              <GoneTrack key={id} id={id} from="wishlist" onRemove={() => void dispatch(removeFromWishlist(id))} />
            ))}
          </div>
        </>
      )}
    </Query>
  );
}
