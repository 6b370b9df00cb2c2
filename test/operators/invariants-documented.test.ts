import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INVARIANTS } from '../../infra/ops/src/check/invariants';
import { COMMANDS } from '../../infra/ops/src/commands/commands';

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');
const page = read('docs/operating.md');
const runbook = read('docs/runbooks/invariants.md');

test('the page for operators names each invariant with its sentence, and no other', () => {
  const entries = [...runbook.matchAll(/^## ([a-z-]+)\n\n(.+\.)$/gm)].map(([, name, says]) => [name, says]);
  expect(entries).toEqual(INVARIANTS.map(({ name, says }) => [name, says]));
});

test('each invariant has a heading in the runbook, which says what its ids are', () => {
  const headings = [...runbook.matchAll(/^## ([a-z-]+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(INVARIANTS.map(({ name }) => name));
});

test('the page for operators names each command', () => {
  expect(Object.keys(COMMANDS).filter((name) => !new RegExp(`^- .*\`${name}[ \`]`, 'm').test(page))).toEqual([]);
});
