import type { MusicKey, ProductStatus } from '../constants';

export type { ProductStatus };

/** Public product; prices in dollars, `duration` in seconds, `wave` is 48 hexadecimal-pair values 00-ff (design, Media). */
export type ProductView = {
  id: number;
  name: string;
  category: string;
  price: number;
  old_price: number | null;
  img: string;
  audio: string;
  peaks: string;
  wave: string;
  duration: number;
  bpm: number | null;
  music_key: MusicKey | string;
  key_mode: string | null;
  type: string;
  project_name: string | null;
  exclusive_vocal: boolean;
  is_hot: boolean;
  store_name: string;
  play_count: number;
  created_at: string;
};

/** What is said of a sold track, in the details of its 404 (decision 63); the last four are for finding others like it. */
export type SoldTrackView = Pick<
  ProductView,
  'id' | 'name' | 'img' | 'store_name' | 'category' | 'bpm' | 'music_key' | 'key_mode'
>;

/** What an admin's calls answer besides; the links not to those who may only read. */
export type AdminProductView = ProductView & {
  status: ProductStatus;
  download_link?: string;
  project_link?: string | null;
  seller_id: number | null;
  submission_id: number | null;
};

export type DemoView = {
  id: number;
  name: string;
  category: string;
  img: string;
  audio: string;
  peaks: string;
  wave: string;
  duration: number;
  bpm: number | null;
  music_key: string | null;
};

/** A store that a track can belong to, as the product form offers it (decision 52). */
export type StoreChoice = { seller_id: number; name: string; status: string };
