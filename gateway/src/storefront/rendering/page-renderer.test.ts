import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openRenderer, type PageRenderer } from './page-renderer';

const RESTART_MS = 50;
const STARTS = 5;

let folder: string;
let renderer: PageRenderer | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-renderer-test-'));
  await mkdir(join(folder, '.server'));
});
afterEach(async () => {
  await renderer?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a thread that cannot start is tried again after pauses that grow', async () => {
  const log = join(folder, 'starts');
  await writeFile(
    join(folder, '.server', 'render-pages.cjs'),
    `require('node:fs').appendFileSync(${JSON.stringify(log)}, Date.now() + ' '); throw new Error('broken');`,
  );
  const started = async () => (await readFile(log, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);
  const silent = pino({ level: 'silent' });
  renderer = openRenderer({ WEB_DIR: folder }, silent, () => {}, { restartMs: RESTART_MS });

  let starts: number[] = [];
  while (starts.length < STARTS) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    starts = await started();
  }
  const pauses = starts.slice(1).map((at, i) => at - starts[i]!);
  pauses.forEach((pause, i) => expect(pause).toBeGreaterThanOrEqual(RESTART_MS * 2 ** i - 1));
});
