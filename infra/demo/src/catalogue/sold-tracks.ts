import assert from 'node:assert/strict';
import { MUSIC_KEYS } from '@shop/contracts/constants';
import { demoTracks, fileOf, type DemoTrack } from './demo-tracks';

type Row = [name: string, like: string, price: number, owner: DemoTrack['owner']];

const rows: Row[] = [
  ['Concrete Lullaby', 'Basement Physics', 449, 'seller'],
  ['First Train Home', 'Northern Line', 399, 'seller'],
  ['Salt Cellar', 'Velvet Rope', 349, 'seller'],
  ['Lighthouse Keeper', 'Glass Harbour', 549, 'seller'],
  ['Winter Depot', 'Tungsten', 499, 'seller'],
  ['Harmattan', 'Dust and Honey', 599, 'second seller'],
  ['Third Mainland', 'Mother of Pearl', 649, 'second seller'],
  ['Generator Hours', 'Gold Teeth', 299, 'second seller'],
  ['Danfo Stop', 'Rented Tuxedo', 449, 'second seller'],
  ['Arrivals Hall', 'Cassiopeia Calling', 699, 'operator'],
  ['Late Checkout', 'Second Summer', 549, 'operator'],
  ['Nobody’s Garden', 'Slow Weather', 299, 'operator'],
];

/** A track in the style of another one, a little faster and a fourth higher: the same sound is not sold twice. */
const soldTrack = ([name, like, price, owner]: Row): DemoTrack => {
  const model = demoTracks.find((track) => track.name === like);
  assert(model?.bpm, `${like} is the model of ${name}`);
  return {
    ...model,
    ...{ name, price, owner },
    bpm: model.bpm + 2,
    music_key: MUSIC_KEYS[(MUSIC_KEYS.indexOf(model.music_key) + 5) % MUSIC_KEYS.length] ?? model.music_key,
    old_price: null,
    is_hot: false,
    project_link: model.project_name ? fileOf(name, 'project') : null,
    download_link: fileOf(name, 'master-stems-midi'),
  };
};

/** Twelve sold tracks: the operator's own and those of both stores. */
export const soldTracks: readonly DemoTrack[] = rows.map(soldTrack);
