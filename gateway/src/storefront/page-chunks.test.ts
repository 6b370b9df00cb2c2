import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPageChunks } from './page-chunks';
import { renderChunks } from './heads/render-head';

const built = {
  'index.html': { file: 'assets/index-1.js', imports: ['_react-1.js'], css: ['assets/index-1.css'] },
  '_react-1.js': { file: 'assets/react-1.js' },
  '_cover-1.js': { file: 'assets/cover-1.js', imports: ['_react-1.js'], css: ['assets/cover-1.css'] },
  'src/pages/storefront/HomePage.tsx': { file: 'assets/HomePage-1.js', imports: ['index.html', '_cover-1.js'] },
  'src/pages/texts/FaqPage.tsx': { file: 'assets/FaqPage-1.js', imports: ['index.html'] },
};
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'page-chunks-'));
  await mkdir(join(dir, '.vite'));
  await writeFile(join(dir, '.vite', 'manifest.json'), JSON.stringify(built));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('a page announces its own chunk with what it imports, and nothing that the entry brings along', async () => {
  const chunksOf = await readPageChunks(dir);
  expect(chunksOf('/')).toEqual({ scripts: ['/assets/HomePage-1.js', '/assets/cover-1.js'], styles: ['/assets/cover-1.css'] });
  expect(chunksOf('/faq/')).toEqual({ scripts: ['/assets/FaqPage-1.js'], styles: [] });
  expect(chunksOf('/cart')).toEqual({ scripts: [], styles: [] });
  expect(renderChunks(chunksOf('/faq'))).toBe('<link rel="modulepreload" crossorigin href="/assets/FaqPage-1.js" />');
});

test('a shop that is not built announces nothing', async () => {
  await rm(join(dir, '.vite'), { recursive: true });
  expect((await readPageChunks(dir))('/')).toEqual({ scripts: [], styles: [] });
});
