import type { SoundOrigins } from '@shop/contracts/forms';

/** Where the sounds of the track come from, as its seller declared. */
export type DeclaredOrigins = SoundOrigins;

/** The facts that the contract of one sold track states. Amounts in integer US cents. */
export type ContractFacts = {
  siteName: string;
  orderNumber: number | string;
  /** When the order was paid, ISO 8601. */
  orderDate: string;
  /** The time zone of the shop's calendar, for all dates; UTC when left out. */
  timeZone?: string;
  trackName: string;
  genre: string;
  /** The musical key as DJs read it; left out when it is not known. */
  key?: string;
  storeName: string;
  /** Whether the operator sells the track in its own name. Mails queued by an older release leave it out, and the names decide. */
  ownRelease?: boolean;
  /** The buyer's legal name, as given at checkout. */
  buyerName: string;
  buyerEmail: string;
  buyerCountry: string;
  /** The track's own price, before any discount and without the project. */
  priceCents: number;
  /** The program whose project files were bought with the track; null when they were not. */
  projectName: string | null;
  /** The surcharge paid for the project files; 0 when left out. */
  projectCents?: number;
  /** The part of the order's discount that belongs to this track; 0 when left out. */
  discountCents?: number;
  /**
   * The certificate, the version of the terms that the buyer accepted, and the size and root (base64) of the sales log at the sale. Contracts of sales before there was a log leave
   * it out, and keep their bytes.
   */
  certificate?: { address: string; logSize: number; logRoot: string; termsVersion: string | null };
  /** Only beside a certificate, because contracts of earlier sales keep their bytes. */
  origins?: DeclaredOrigins;
};

type Section = { title: string; clauses: string[] };

const COMPLAINT_BUSINESS_DAYS = 10;

/** A date as "20 November 2026". The explicit time zone gives the same text wherever it is rendered. */
export const longDate = (at: string | Date, timeZone = 'UTC') => inWords(timeZone).format(new Date(at));

const inWords = madeOnce(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone }),
);
const calendar = madeOnce((timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone }));
const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Making a formatter takes longer than setting a line. */
function madeOnce<Value>(make: (timeZone: string) => Value): (timeZone: string) => Value {
  const cache = new Map<string, Value>();
  return (timeZone) => {
    const value = cache.get(timeZone) ?? make(timeZone);
    cache.set(timeZone, value);
    return value;
  };
}

export const dayOfSale = ({ orderDate, timeZone }: Pick<ContractFacts, 'orderDate' | 'timeZone'>) =>
  longDate(orderDate, timeZone);

/** Such as "$349.00". */
export const dollars = (cents: number) => inDollars.format(cents / 100);

/** The last day for a complaint: 10 business days, Monday to Friday, after the sale (docs/product/delivery.md#complaints). */
export function lastDayForComplaints(orderDate: string, timeZone = 'UTC'): Date {
  // The day of the shop's calendar; the days after it are counted in UTC, where every day has 24 hours.
  const day = new Date(calendar(timeZone).format(new Date(orderDate)));
  for (let daysLeft = COMPLAINT_BUSINESS_DAYS; daysLeft > 0;) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) daysLeft -= 1;
  }
  return day;
}

export const isOwnRelease = ({ ownRelease, storeName, siteName }: ContractFacts) => ownRelease ?? storeName === siteName;

const SAMPLES: Record<DeclaredOrigins['samples'], string> = {
  none: 'None',
  'royalty-free': 'Royalty-free',
  licensed: 'Under licence',
};
const VOCALS: Record<DeclaredOrigins['vocals'], string> = {
  none: 'None',
  exclusive: 'Exclusive, recorded for the Track',
  'royalty-free': 'Royalty-free',
  machine: 'Made by a machine',
};

/** The declaration as rows of the particulars. */
export const originRows = ({ samples, samplesNote, vocals, vocalsNote }: DeclaredOrigins): [label: string, text: string][] => [
  ['Samples', [SAMPLES[samples], samplesNote].filter(Boolean).join(': ')],
  ['Vocals', [VOCALS[vocals], vocalsNote].filter(Boolean).join(': ')],
  ['Earlier release', 'None'],
];

/** The numbered sections of the contract. Only the particulars contain names, so the clauses are the same for everybody. */
export function contractSections(facts: ContractFacts): Section[] {
  const { siteName, projectName } = facts;
  const files = [
    'the master and the unmastered mix, the stems and the MIDI files as described on the track’s page',
    ...(projectName ? [`the ${projectName} project files`] : []),
  ].join(', and ');
  return [
    {
      title: 'Parties',
      clauses: [
        isOwnRelease(facts)
          ? `The Seller is ${siteName}, which offers the Track in its own name. The Buyer is the person named above.`
          : `The Seller is the owner of the store named above and is represented by ${siteName} under its Public Offer Agreement. The Buyer is the person named above.`,
        'This contract was concluded in electronic form when the Buyer accepted the terms at checkout and the payment was received. It needs no signature on paper.',
      ],
    },
    {
      title: 'Subject',
      clauses: [
        `The Seller transfers to the Buyer, in full, the exclusive right to the musical work, the performance and the sound recording that are sold together under the title above (the “Track”). Delivered with it are ${files}.`,
        projectName
          ? 'Presets, samples and plug-ins of third parties inside the project stay under the licences of their makers.'
          : 'Project files of a production program are not part of this sale.',
      ],
    },
    {
      title: 'Rights granted',
      clauses: [
        'The right is exclusive, unlimited in time, valid in every country and transferable. The Buyer may publish, release, stream, broadcast and perform the Track, synchronise it with pictures, edit, remix, rename and record over it, license it and collect all income from it.',
        'The Buyer may release the Track under their own name or a pseudonym without naming the Seller. The author agrees to this anonymity, will not claim authorship in public and will not collect royalties for the Track.',
        'Rights of authorship that the law does not let anybody give away stay with the author and do not restrict the uses above.',
      ],
    },
    {
      title: 'Sold once',
      clauses: [
        `The Track has been sold to nobody else. With this sale it leaves the catalogue of ${siteName} for good. The Seller will not sell, license, publish or reuse it, as a whole or in recognisable parts, and deletes it from every other place where it was offered.`,
      ],
    },
    {
      title: 'Price and payment',
      clauses: [
        'The amount above has been paid in full. It is a single payment for the whole right; no royalties, shares or later fees are owed to the Seller.',
        'The right passes to the Buyer at the moment of payment. All sales are final: because the files are delivered at once and the Track is taken off sale, there are no refunds.',
      ],
    },
    {
      title: 'Warranties',
      clauses: [
        'The Seller warrants that the Track is an original work, that the Seller holds every right transferred here, that all samples and vocals are cleared for commercial release, and that no third party’s rights are infringed. The Seller answers for claims of third parties that contradict this warranty.',
        ...(facts.origins
          ? [
              'The Seller declares that the samples and vocals of the Track come from where the particulars above say, and that the Track was never released before. A false declaration is a breach of this warranty and a reason for a complaint.',
            ]
          : []),
        'The Buyer answers for what the Buyer adds to the Track and for the way it is released.',
      ],
    },
    {
      title: 'Complaints',
      clauses: [
        `Complaints about the files or about rights in the Track are accepted by e-mail to ${siteName} within ${COMPLAINT_BUSINESS_DAYS} business days (Monday to Friday) of the date of this contract, that is until ${longDate(lastDayForComplaints(facts.orderDate, facts.timeZone))}. Please name the order number. Files that are missing or damaged are delivered again.`,
      ],
    },
    {
      title: 'Governing law',
      clauses: [
        'This contract is governed by the law of the Russian Federation, in particular Articles 1234, 1285 and 1307 of its Civil Code. Disputes that cannot be settled by talking are decided by the competent court at the place of the operator of the shop.',
        'Should one clause be invalid, the others stay in force. This document is the whole contract about the Track.',
      ],
    },
  ];
}
