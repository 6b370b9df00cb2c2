import { coverForPreview, LARGE_COVER } from '@shop/contracts/covers';
import { factsOf, shownText, soldTrackText, trackText } from '@shop/contracts/heads';
import { announcedBy } from '@shop/contracts/needs';
import { pageAddress } from '@shop/contracts/pages';
import type { ProductView } from '@shop/contracts/views';
import type { Head, Preload } from './head';
import type { SoldTrack } from './track-lookup';

/** The head of the page of a track that is for sale, with the structured data that search engines show of a product. */
export function trackHead(track: ProductView, siteName: string): Head {
  const { id, img, price } = track;
  return {
    ...shownText(trackText(track), siteName),
    path: pageAddress('track', { id }),
    image: coverForPreview(img),
    type: 'product',
    preload: preloadOf(track),
    more: [
      { property: 'product:price:amount', content: price.toFixed(2) },
      { property: 'product:price:currency', content: 'USD' },
    ],
    jsonLd: {
      ...product(track),
      description: `${factsOf(track)}. Sold once.`,
      category: track.category,
      additionalProperty: [
        property('Tempo', track.bpm && `${track.bpm} bpm`),
        property('Key', [track.music_key, track.key_mode].filter(Boolean).join(' ')),
        property('Version', track.type),
        property('Length in seconds', Math.round(track.duration)),
      ].filter((entry) => entry !== null),
      offers: {
        '@type': 'Offer',
        price: price.toFixed(2),
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: pageAddress('track', { id }),
      },
    },
  };
}

/**
 * The head of a sold track's page, which stays, but which search engines must not list (docs/product/catalogue.md#a-sold-track).
 */
export function soldTrackHead(track: SoldTrack, siteName: string): Head {
  return {
    ...shownText(soldTrackText(track), siteName),
    path: pageAddress('track', { id: track.id }),
    image: coverForPreview(track.img),
    type: 'product',
    preload: preloadOf(track),
    noindex: true,
    jsonLd: { ...product(track), offers: { '@type': 'Offer', availability: 'https://schema.org/SoldOut' } },
  };
}

const preloadOf = ({ id, img }: SoldTrack): Preload[] => [
  ...announcedBy('track', { id }).map((data) => ({ data })),
  { cover: img, sizes: LARGE_COVER.track },
];

const product = ({ id, name, img, store_name }: SoldTrack) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name,
  sku: String(id),
  url: pageAddress('track', { id }),
  image: img,
  brand: { '@type': 'Brand', name: store_name },
});

const property = (name: string, value: string | number | null) => (value ? { '@type': 'PropertyValue', name, value } : null);
