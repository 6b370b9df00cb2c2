import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardMarkup, plainMarkup } from './trusted-types';

test.each([
  '',
  '  ',
  '<div></div>',
  '\n<style nonce="a+/=">\n:host { color: red; }\n</style>\n<div class="scroll" part="scroll"></div>',
  '&amp;',
  '&frac12;',
])('%j may be markup', (markup) => expect(plainMarkup(markup)).toBe(markup));

test.each([
  '<img src=x onerror=x()>',
  '<div onclick="x()"></div>',
  '<div class="a" style="x"></div>',
  '<script>x()</script>',
  '<style><img src=x onerror=x()></style>',
  '<style></style><style></style>',
  '<a href="javascript:x()">x</a>',
  'words',
  '&amp;<img src=x onerror=x()>',
  '<svg onload=x()>',
])('%j may not', (markup) => expect(() => plainMarkup(markup)).toThrow('does not become markup'));

test("the player's markup passes", () => {
  const library = readFileSync(join(__dirname, '../../../node_modules/wavesurfer.js/dist/wavesurfer.esm.js'), 'utf8');
  const [, template] = /innerHTML=`(\\n\s*<style.*?)`,/s.exec(library)!;
  const markup = template!
    .replaceAll('\\n', '\n')
    .replace(/\$\{i\?.*?:""\}/, '')
    .replace(/\$\{[^}]*\}/g, '128');
  expect(markup).toContain('part="cursor"');
  expect(plainMarkup(markup)).toBe(markup);
});

test('the forms’ library does not try to run text', () => {
  const before = globalThis as { __zod_globalConfig?: object };
  delete before.__zod_globalConfig;
  guardMarkup(undefined);
  jest.isolateModules(() => {
    const { core } = jest.requireActual<typeof import('zod')>('zod');
    expect([core.globalConfig.jitless, core.util.allowsEval.value]).toEqual([true, false]);
  });
});

test('the policy is the one that all text goes through, and gives no way to run any', () => {
  const policies: [string, object][] = [];
  guardMarkup({ createPolicy: (name, rules) => policies.push([name, rules]) });
  expect(policies.map(([name, rules]) => [name, Object.keys(rules)])).toEqual([['default', ['createHTML', 'createScriptURL']]]);
  expect(() => guardMarkup(undefined)).not.toThrow();
});
