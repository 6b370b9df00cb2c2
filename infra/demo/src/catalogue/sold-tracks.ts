import assert from 'node:assert/strict';
import { demoTracks, fileOf, type DemoTrack } from './demo-tracks';

/** A track that was sold before the first visit. It has the sound of the track `soundOf`, and its own name and cover. */
type SoldTrack = DemoTrack & { soundOf: string };

type Row = [name: string, soundOf: string, price: number, owner: DemoTrack['owner']];

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

const soldTrack = ([name, soundOf, price, owner]: Row): SoldTrack => {
  const twin = demoTracks.find((track) => track.name === soundOf);
  assert(twin, `${soundOf} lends ${name} its sound`);
  return {
    ...twin,
    ...{ name, price, owner, soundOf },
    old_price: null,
    is_hot: false,
    project_link: twin.project_name ? fileOf(name, 'project') : null,
    download_link: fileOf(name, 'master-stems-midi'),
  };
};

/** Twelve sold tracks: the operator's own and those of both stores. */
export const soldTracks: readonly SoldTrack[] = rows.map(soldTrack);
