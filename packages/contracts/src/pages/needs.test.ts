import { routeAt } from '../routes';
import { HEADS } from './heads';
import { announcedBy, NEEDING_BY_ADDRESS, needsOf, tracksBehind } from './needs';
import { PAGE_NAMES } from '../pages';

const addresses = (...page: Parameters<typeof needsOf>) => needsOf(...page).map(({ address }) => address);

test('the first pages of a visit make these calls', () => {
  const first = '/api/products/search?limit=24';
  expect(addresses('home')).toEqual([first, '/api/products/search?sort=hottest&limit=4']);
  expect(addresses('shop')).toEqual([first]);
  expect(addresses('shop', { search: 'genre=Deep+House&q=a' })).toEqual(['/api/products/search?genre=Deep+House&q=a&limit=24']);
  expect(addresses('track', { id: 7 })).toEqual(['/api/products/7', '/api/products/7/similar']);
  expect(addresses('service')).toEqual(['/api/demos']);
  expect(addresses('faq')).toEqual([]);
  expect(tracksBehind('genre=Deep+House', 'newest~0~20')).toBe(
    '/api/products/search?genre=Deep+House&after=newest%7E0%7E20&limit=24',
  );
});

test('heads announce what comes first on the page', () => {
  expect(announcedBy('home')).toEqual(['/api/products/search?limit=24']);
  expect(announcedBy('shop')).toEqual(['/api/products/search?limit=24']);
  expect(announcedBy('track', { id: 7 })).toEqual(['/api/products/7']);
  expect(announcedBy('service')).toEqual([]);
});

test('every need is a call that anybody may make, of a page that the server renders', () => {
  for (const name of PAGE_NAMES)
    for (const address of addresses(name, { id: 7 })) {
      expect(routeAt('GET', address.replace(/\?.*/, ''))?.who).toBe('anyone');
      expect(HEADS[name].rendered).toBe(true);
    }
});

test('shop and track need something else at each address', () => expect(NEEDING_BY_ADDRESS).toEqual(['shop', 'track']));
