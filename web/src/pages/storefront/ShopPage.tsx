import { Shop } from '#features/catalog/public/shop/Shop.tsx';
import { ShopTracks } from './ShopTracks';

export const ShopPage = () => <Shop>{(found, view) => <ShopTracks found={found} view={view} />}</Shop>;
