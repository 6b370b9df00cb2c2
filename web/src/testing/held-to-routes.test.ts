import { aTrack } from './a-track';
import { aPage, refusal } from './answers';
import { faultsOfAnswer } from './held-to-routes';

const read = (status: number, body: unknown) =>
  faultsOfAnswer('GET', '/api/products/1', { status, type: 'application/json', body });
const refused = (...parts: Parameters<typeof refusal>) => {
  const { status, body } = refusal(...parts);
  return read(status, body);
};

test('a declared answer has no faults', () => {
  expect(read(200, aTrack())).toEqual([]);
  expect(refused('404 sold', 'This track is sold.')).toEqual([]);
  expect(faultsOfAnswer('GET', '/projects/cubase.svg', { status: 200 })).toEqual([]);
});

test('a call that the shop does not have is a fault, whatever its answer', () => {
  const findings = ['GET /api/produkts/1: the shop declares no such call'];
  expect(faultsOfAnswer('GET', '/api/produkts/1', { status: 200, body: aTrack() })).toEqual(findings);
  expect(faultsOfAnswer('GET', '/api/produkts/1', { status: 404 })).toEqual(findings);
});

test("answers that any call may have, and the gateway's refusals, are declared too", () => {
  expect(refused('503 unavailable', 'Later.')).toEqual([]);
  expect(refused('429 too-many', 'Later.')).toEqual([]);
});

test.each([
  ['a missing field', 200, { ...aTrack(), price: undefined }, /price/],
  ['an unknown field', 200, { ...aTrack(), colour: 'red' }, /declare/],
  ['another status', 201, aTrack(), /does not declare this status/],
  ['another code', 409, refusal('409 sold', 'Sold.').body, /does not declare the refusal sold/],
  ['a refusal of another shape', 404, { message: 'Sold.' }, /code/],
  ['a list', 200, aPage(aTrack()), /the answer|success|declare/],
])('%s is a fault', (_, status, body, fault) => {
  expect(read(status, body)).not.toEqual([]);
  expect(read(status, body).join('\n')).toMatch(fault);
});
