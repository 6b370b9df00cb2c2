import sharp from 'sharp';
import { demoTracks, factsOfTrack } from '../catalogue/demo-tracks';
import { renderCover } from './render-cover';

const [first] = demoTracks.map(factsOfTrack);

test('a cover is a square PNG of 1200 pixels and the same each time', async () => {
  const cover = await renderCover(first!);
  expect(await sharp(cover).metadata()).toMatchObject({ format: 'png', width: 1200, height: 1200 });
  expect((await renderCover(first!)).equals(cover)).toBe(true);
});

test('no two tracks have the same cover', async () => {
  const covers = await Promise.all(demoTracks.slice(0, 6).map((track) => renderCover(factsOfTrack(track))));
  expect(new Set(covers.map((cover) => cover.toString('base64'))).size).toBe(6);
});
