import { useDeferredValue } from 'react';
import { useProductsQuery } from '../../features/catalog/api/catalog-api';
import { Choices } from './home/Choices';
import { Hero } from './home/Hero';
import { Highlights } from './home/Highlights';
import { SellerBanner } from './home/SellerBanner';
import { Services } from './home/Services';
import { SoldOnceBanner } from './home/SoldOnceBanner';
import { HotTracks, NewestTracks } from './home/Tracks';

export function HomePage() {
  const products = useProductsQuery();
  // the lists are drawn after the record at the top, which visitors wait for
  const listed = useDeferredValue(products);
  return (
    <>
      <Hero products={products.data ?? (products.error ? [] : undefined)} />
      <NewestTracks products={listed} />
      <SoldOnceBanner />
      <HotTracks products={listed} />
      <Services />
      <Highlights />
      <SellerBanner />
      <Choices />
    </>
  );
}
