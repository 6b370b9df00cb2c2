import { centsToDollars } from '@shop/contracts/pricing';
import type { Product } from './product.entity';

/** The audit log's facts of a track, without the delivery links and the seller's own words; prices in dollars. */
export const factsOf = (product: Product) => ({
  name: product.name,
  category: product.category,
  price: centsToDollars(product.priceCents),
  old_price: product.oldPriceCents === null ? null : centsToDollars(product.oldPriceCents),
  music_key: product.musicKey,
  key_mode: product.keyMode,
  type: product.type,
  bpm: product.bpm,
  project_name: product.projectName,
  ...(product.packageId !== null && { package_id: product.packageId }),
  is_hot: product.isHot,
  exclusive_vocal: product.exclusiveVocal,
  ...(product.soundOrigins && { samples: product.soundOrigins.samples, vocals: product.soundOrigins.vocals }),
  seller_id: product.sellerId,
  img: product.img,
  audio: product.audio,
});

/** All facts that the form of a new track sets, with the links. */
export const formFactsOf = (product: Product) => ({
  ...factsOf(product),
  download_link: product.downloadLink,
  project_link: product.projectLink,
  samples_note: product.soundOrigins?.samplesNote ?? null,
  vocals_note: product.soundOrigins?.vocalsNote ?? null,
  submission_id: product.submissionId,
  removed: product.removed,
});

/** The audit log's facts before and after a change. Of a delivery link they say only whether it was changed. */
export function auditedChange(before: Product, after: Product) {
  const link = (field: 'downloadLink' | 'projectLink') => (before[field] === after[field] ? 'as before' : 'changed');
  const links = { download_link: link('downloadLink'), project_link: link('projectLink') };
  return {
    before: { ...factsOf(before), download_link: 'as before', project_link: 'as before' },
    after: { ...factsOf(after), ...links },
  };
}
