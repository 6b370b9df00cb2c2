import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../../..');

/** The value that `npm run dev` makes of a given CHECK_ANSWERS. The process ends before it starts anything. */
function checkAnswers(value: string) {
  const script = `require(${JSON.stringify(join(__dirname, 'main.ts'))}); process.stdout.write(process.env.CHECK_ANSWERS); process.exit(0);`;
  const flags = ['--require', require.resolve('tsx/cjs'), '--conditions=source', '--eval', script];
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), CHECK_ANSWERS: value };
  return execFileSync(process.execPath, flags, { env, encoding: 'utf8' });
}

test('answers are checked unless CHECK_ANSWERS says otherwise; an empty variable says nothing', () => {
  expect(checkAnswers('')).toBe('1');
  expect(checkAnswers('0')).toBe('0');
});
