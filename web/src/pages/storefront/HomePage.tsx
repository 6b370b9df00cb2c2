import { useProductsQuery } from '../../features/catalog/catalogApi';
import { PageHead } from '../../lib/PageHead';
import { Choices } from './home/Choices';
import { Hero } from './home/Hero';
import { Highlights } from './home/Highlights';
import { SellerBanner } from './home/SellerBanner';
import { Services } from './home/Services';
import { SoldOnceBanner } from './home/SoldOnceBanner';
import { HotTracks, NewestTracks } from './home/Tracks';

export function HomePage() {
  const products = useProductsQuery();
  return (
    <>
      <PageHead description="Exclusive ghost productions for DJs and producers: hear them in full, compare tempo and key, own them. Each is sold once." />
      <Hero products={products.data ?? (products.error ? [] : undefined)} />
      <NewestTracks products={products} />
      <SoldOnceBanner />
      <HotTracks products={products} />
      <Services />
      <Highlights />
      <SellerBanner />
      <Choices />
    </>
  );
}
