import { Shop } from '#features/catalog/public/shop/Shop.tsx';
import { ShopTracks } from './ShopTracks';

export const ShopPage = () => <Shop>{(foundTracks, view) => <ShopTracks found={foundTracks} view={view} />}</Shop>;
