import { OrderCaptured, TrackHeld, TrackReleased } from '@shop/contracts/events';

const at = '2030-01-01T12:00:00.000Z';

export const trackHeld = (productId: number, version: number) => TrackHeld({ productId, orderId: 1, version, until: at });
export const trackReleased = (productId: number, version: number) => TrackReleased({ productId, orderId: 1, version });

/** A paid order; only its items matter to the catalog. */
export const sold = (items: { productId: number; claimVersion: number }[]) =>
  OrderCaptured({
    orderId: 1,
    ref: '00000000-0000-4000-8000-000000000001',
    version: 1,
    buyerId: 5,
    customer: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', country: 'UK' },
    items: items.map((item) => ({
      ...item,
      name: 'Night Drive',
      category: 'Techno',
      img: '/media/catalog/x.webp',
      sellerId: null,
      storeName: 'Ghostline',
      priceCents: 29_900,
      projectCents: 0,
      discountCents: 0,
      paidCents: 29_900,
      projectName: null,
      downloadUrl: '/x',
      projectUrl: null,
    })),
    subtotalCents: 29_900,
    discountCents: 0,
    feeCents: 1495,
    totalCents: 31_395,
    couponCode: null,
    payment: { method: 'paypal', captureId: 'C1' },
    capturedAt: at,
    createdAt: at,
  });
