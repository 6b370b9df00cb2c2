import { LARGE_COVER } from '@shop/contracts/covers';
import { HEADS, SHOP_DESCRIPTION, shownText } from '@shop/contracts/heads';
import { announcedBy } from '@shop/contracts/needs';
import { pageAt, placeOf } from '@shop/contracts/page-at';
import type { PageName } from '@shop/contracts/pages';
import type { ProductSearchView, ProductView } from '@shop/contracts/views';
import type { Config } from '../../config';
import { contentOf, type CatalogAnswers } from '../catalog-answers';
import type { Head, HeadOf, Preload } from './head';
import type { TrackAnswer } from './track-lookup';
import { soldTrackHead, trackHead } from './track-head';

const TRACK_ID = /^[1-9]\d{0,9}$/;

/** `newest` answers the first track of the home page, or undefined while none is known. */
type Tracks = { lookUp: (id: number, withinMs?: number) => Promise<TrackAnswer>; newest: () => ProductView | undefined };

/** The first track of the home page, if it is already known. */
export const newestIn =
  (answers: CatalogAnswers): Tracks['newest'] =>
  () => {
    const [firstTracks] = announcedBy('home');
    const answer = firstTracks && answers.lastKnown(firstTracks);
    return answer ? (contentOf(answer) as Partial<ProductSearchView> | undefined)?.products?.[0] : undefined;
  };

/** The head of each page of the SPA. */
export const createHeads =
  ({ SITE_NAME }: Pick<Config, 'SITE_NAME'>, { lookUp, newest }: Tracks): HeadOf =>
  async (path, withinMs) => {
    const page = pageAt(path);
    if (!page) return nothingHere(SITE_NAME);
    const { name, params } = page;
    if (name === 'track') {
      const { id = '' } = params;
      return TRACK_ID.test(id) ? headOfTrack(await lookUp(Number(id), withinMs), SITE_NAME) : nothingHere(SITE_NAME);
    }
    return headOf(name, SITE_NAME, HEADS[name].showsNewest && newest()?.img);
  };

/** The head of a page that looks the same to everybody. `cover` is its largest picture. */
function headOf(name: PageName, siteName: string, cover: string | undefined): Head {
  const head = HEADS[name];
  const data = announcedBy(name).map((address): Preload => ({ data: address }));
  return {
    ...shownText(head, siteName),
    path: placeOf(name),
    noindex: head.search !== 'listed',
    preload: cover ? [...data, { cover, sizes: LARGE_COVER.home }] : data,
  };
}

function headOfTrack(answer: TrackAnswer, siteName: string): Head {
  if (answer.is === 'for-sale') return trackHead(answer.track, siteName);
  if (answer.is === 'sold') return soldTrackHead(answer.track, siteName);
  if (answer.is === 'unclear') return { title: siteName, description: SHOP_DESCRIPTION, status: 503 };
  return nothingHere(siteName);
}

const nothingHere = (siteName: string): Head => ({
  title: `Page not found – ${siteName}`,
  description: 'There is no page at this address.',
  path: '/',
  status: 404,
  noindex: true,
});
