import sharp from 'sharp';
import { demoTracks } from '../catalogue/demo-tracks';
import { factsOfTrack } from '../sound/loop-facts';
import { coverSvg, renderCover } from './render-cover';

const [first] = demoTracks.map(factsOfTrack);

test('a cover is a square PNG of 1200 pixels and the same each time', async () => {
  const cover = await renderCover(first!);
  expect(await sharp(cover).metadata()).toMatchObject({ format: 'png', width: 1200, height: 1200 });
  expect((await renderCover(first!)).equals(cover)).toBe(true);
});

test('no two tracks have the same cover, and none needs a font', () => {
  const covers = demoTracks.map((track) => coverSvg(factsOfTrack(track)));
  expect(new Set(covers).size).toBe(demoTracks.length);
  for (const cover of covers) {
    expect(cover).not.toMatch(/<text|font-family/);
    expect(cover).not.toMatch(/NaN|undefined|Infinity/);
  }
});

test('a long name is set smaller instead of running out of the picture', async () => {
  const { width } = await sharp(
    await renderCover({ ...first!, name: 'A Very Long Name That Nobody Would Print on a Record '.repeat(3) }),
  ).metadata();
  expect(width).toBe(1200);
});
