import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { removeFromCart } from '#features/lists/cart-actions.ts';
import { CartFoot } from '#features/cart/public/CartFoot.tsx';
import { CartLine } from '#features/cart/public/CartLine.tsx';
import { ClearCart } from '#features/cart/public/ClearCart.tsx';
import { GoneTrack } from '#features/cart/public/GoneTrack.tsx';
import { useHolds } from '#features/cart/api/holds-api.ts';
import { projectChosen, selectProjectChoices } from '#features/cart/api/project-choices.ts';
import { usePlayer } from '#features/player/public/use-player.ts';
import { useAppDispatch, useAppSelector } from '#lib/hooks.ts';
import { useListedProducts } from '#features/lists/listed-products.ts';
import { useUserId } from '#features/session/session.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import styles from './CartContents.module.css';
import { ListSkeleton } from '#ui/feedback/ListSkeleton.tsx';
import { MyList } from '#features/lists/MyList.tsx';

/** The cart with its heading, for every place that shows it. */
export function CartContents() {
  return (
    <MyList list="cart" empty="Your cart is empty" skeleton={<ListSkeleton rows={3} />}>
      {(ids) => <FilledCart ids={ids} />}
    </MyList>
  );
}

function FilledCart({ ids }: { ids: number[] }) {
  const dispatch = useAppDispatch();
  const player = usePlayer();
  const userId = useUserId();
  const projectChoices = useAppSelector((state) => selectProjectChoices(state, userId)) ?? [];
  const listedProducts = useListedProducts(ids);
  const { products, gone, ready, error, isFetching } = listedProducts;
  const holds = useHolds(ids);

  useEffect(() => {
    if (error && ready) toast.warning('Failed to update prices. Showing cached prices.');
  }, [error, ready]);

  return (
    <>
      <div className={styles.bar}>
        <h2 className={`muted ${styles.count}`}>
          <span className="mono">{ids.length}</span> {ids.length === 1 ? 'item' : 'items'}
        </h2>
        <Button variant="ghost" size="s" busy={isFetching} onClick={() => void listedProducts.refetch()}>
          {!isFetching && <RefreshCw size={16} aria-hidden />} Refresh prices
        </Button>
        <ClearCart count={ids.length} />
      </div>
      <Query
        of={{ data: ready ? products : undefined, error, isFetching, refetch: listedProducts.refetch }}
        skeleton={<ListSkeleton rows={ids.length} />}
        errorText="Your cart could not be loaded."
      >
        {(tracks) => (
          <>
            <div className="folds">
              {tracks.map((product) => (
                <CartLine
                  key={product.id}
                  product={product}
                  hold={holds.get(product.id)}
                  current={player.isCurrent(product)}
                  playing={player.isPlaying(product)}
                  onPlay={() => player.press(product, tracks)}
                  onRemove={() => void dispatch(removeFromCart(product.id))}
                  withProject={projectChoices.includes(product.id)}
                  onProject={(yes) => dispatch(projectChosen({ userId, id: product.id, yes }))}
                />
              ))}
              <div aria-live="polite">
                {gone.map((id) => (
                  <GoneTrack key={id} id={id} from="cart" onRemove={() => void dispatch(removeFromCart(id))} />
                ))}
              </div>
            </div>
            <CartFoot ids={ids} products={tracks} chosen={projectChoices} />
          </>
        )}
      </Query>
    </>
  );
}
