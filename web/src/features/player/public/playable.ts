import { DEMO_TYPE } from '@shop/contracts/constants';
import type { DemoView, ProductView } from '@shop/contracts/views';

/** The facts of a track that the player needs. Every product fits this type. `duration` is in seconds. */
export type Playable = Pick<
  ProductView,
  'id' | 'name' | 'category' | 'img' | 'audio' | 'wave' | 'duration' | 'price' | 'bpm' | 'type' | 'store_name'
> & {
  /** A key that is unique among all: the id, with `demo_` before a demo's and `owned_` before that of a track one owns. */
  key: string;
  demo: boolean;
  /** Whether the listener has bought it. */
  owned?: boolean;
  /** Whether it was sold or removed while it played, so that it can be heard but not bought. */
  gone?: boolean;
  music_key: string | null;
  key_mode?: string | null;
  /** An inline list, or the path of a JSON file. */
  peaks: string | readonly number[] | null;
};

export const playableProduct = (product: ProductView): Playable => ({ ...product, key: String(product.id), demo: false });

/**
 * A demo track as a pseudo-product: id prefixed, price 0, type "Demo Track" (docs/product/playing.md#demo-tracks-in-the-player).
 */
export const playableDemo = (demo: DemoView): Playable => ({
  ...demo,
  key: `demo_${demo.id}`,
  demo: true,
  price: 0,
  type: DEMO_TYPE,
  store_name: '',
});

export type Track = ProductView | Playable;
export const playable = (track: Track): Playable => ('key' in track ? track : playableProduct(track));
export const keyOf = (track: Track) => ('key' in track ? track.key : String(track.id));

/** Whether the track is from the shop's lists: demos and what one owns are not. */
export const isListed = (track: Track) => !('key' in track) || !(track.demo || track.owned);

/** The track before (-1) or after (1) `current` in the list that playback started from; it wraps around at the ends. */
export function neighbour(list: readonly Track[], current: Playable, step: 1 | -1): Playable | undefined {
  const at = list.findIndex((track) => keyOf(track) === current.key);
  const otherTrack = at >= 0 ? list[(at + step + list.length) % list.length] : list.at(step === 1 ? 0 : -1);
  return otherTrack && playable(otherTrack);
}
