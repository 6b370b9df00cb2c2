import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * The import laws. A place is a path from the root of the repository ("services/orders/src/app.ts"); the workspaces are read from
 * the folders, so that a new service or feature obeys the laws from its first line.
 */
const root = dirname(dirname(import.meta.dirname));
const children = (parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
const workspaces = [...children('packages'), ...children('services'), ...children('infra'), 'gateway', 'web', 'e2e'].filter(
  (folder) => existsSync(join(root, folder, 'package.json')),
);
const declared = new Map(
  workspaces.map((folder) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return [folder, Object.keys({ ...dependencies, ...devDependencies })];
  }),
);
const workspaceOf = (place) => workspaces.find((folder) => place.startsWith(`${folder}/`));

/** The packages of this repository that each workspace may import; a workspace that is not listed may import none. */
const allowed = [
  [/^services\//, ['contracts', 'documents', 'http', 'messaging', 'paypal', 'postgres', 'storage', 'runtime', 'shared']],
  [/^gateway$/, ['contracts', 'http', 'messaging', 'runtime']],
  [/^web$/, ['contracts']],
  [/^packages\/(contracts|http)$/, ['declare']],
  [/^packages\/documents$/, ['contracts', 'runtime']],
  [/^packages\/messaging$/, ['declare', 'http', 'postgres']],
  [/^packages\/paypal$/, ['contracts', 'http', 'runtime']],
  [/^packages\/runtime$/, ['http', 'messaging', 'postgres']],
  [/^packages\/storage$/, ['http', 'runtime']],
  [/^packages\/shared$/, ['contracts', 'http', 'messaging', 'postgres', 'runtime']],
  [/^infra\/demo$/, ['contracts', 'documents', 'runtime']],
  [/^infra\/(mail-inbox|paypal-simulator)$/, ['http']],
  [/^infra\/ops$/, ['contracts', 'identity', 'runtime', 'sellers', 'shared']],
  [/^infra\/local$/, workspaces.map((folder) => folder.split('/').at(-1))],
  [/^e2e$/, ['contracts', 'local', 'paypal-simulator', 'mail-inbox', 'demo']],
];

/** The code with which the gateway renders pages; no browser loads it. */
const RENDERS_PAGES = 'web/src/entry-server.tsx';

const layers = ['lib', 'ui', 'features', 'pages', 'app'];
const layerOf = (place) => /^web\/src\/(ui|lib|features|pages|app)\//.exec(place)?.[1];
const featureOf = (place) => /^web\/src\/features\/([^/]+)/.exec(place)?.[1];
/** Tests of the packages below runtime use the databases and callers of its test support; test support itself obeys the layers. */
const supportsTest = (from, name) => /^packages\/.+\.test\.ts$/.test(from) && name === 'runtime';
/** Stubs of the web's tests are compared with the routes that they replace. */
const holdsStubs = (from, specifier) =>
  from.startsWith('web/src/testing/') && ['@shop/contracts/routes', '@shop/http/check-answer'].includes(specifier);
/** Journeys of rendered pages run on a gateway with the fake services of its own tests. */
const usesFakes = (from, to) => from.startsWith('e2e/journeys/') && to.startsWith('gateway/src/testing/');
/** Pages in jsdom and in a real browser get the same hostile texts. */
const showsTricks = (from, to) =>
  ['test/text/markdown-tricks', 'test/text/translate'].includes(to) && (isTest(from) || from.startsWith('e2e/journeys/'));
/** Features that every other may import; each may import those before it. */
const foundation = ['session', 'lists', 'packages'];
/** The rooms of a feature; each may import those before it. */
const rooms = ['api', 'public', 'admin'];
const roomOf = (place) => /^web\/src\/features\/[^/]+\/(api|public|admin)\//.exec(place)?.[1];
const supportsTests = (to) => /\.test$|\/testing(\/|$)/.test(to);
const isTest = (place) => /\.test\.tsx?$|\/testing\//.test(place);

/**
 * The law that an import breaks, as a sentence, or undefined. `from` is a place; `kind` is value, type (erased by the compiler)
 * or lazy (`import()`).
 */
function brokenLaw(from, specifier, kind) {
  if (specifier.startsWith('.'))
    return brokenByPath(from, relative(root, resolve(root, dirname(from), specifier)).replaceAll(sep, '/'), specifier);
  // the field `imports` of a package.json
  if (specifier.startsWith('#'))
    return brokenByPath(from, `${workspaceOf(from)}/src/${specifier.slice(1).replace(/\.tsx?$/, '')}`, specifier);
  return brokenByPackage(from, specifier, kind);
}

function brokenByPath(from, to, specifier) {
  const home = workspaceOf(from);
  if (usesFakes(from, to) || showsTricks(from, to)) return undefined;
  if (home && !`${to}/`.startsWith(`${home}/`)) return 'A relative import stays inside its package: name the package instead.';
  if (specifier.startsWith('../../../'))
    return 'An import climbs two folders at most: name the place from the top instead, as #lib/….';
  if (home && home !== 'e2e' && supportsTests(to) && !isTest(from))
    return 'Only tests import tests and what supports them: the build leaves them out.';
  const [layer, target] = [layerOf(from), layerOf(`${to}/`)];
  if (!layer || !target || isTest(from)) return undefined;
  if (layers.indexOf(target) > layers.indexOf(layer)) {
    return `web: each layer knows those below it: ${layers.join(', ')} (${layer} imports ${target}).`;
  }
  const [feature, other] = [featureOf(from), featureOf(to)];
  if (!feature || !other) return undefined;
  if (feature !== other)
    return isFoundationOf(feature, other) ? undefined : 'Features do not know each other: let a page compose them.';
  const [room, next] = [roomOf(from), roomOf(to)];
  if (room && next && rooms.indexOf(next) > rooms.indexOf(room)) {
    return `web: what buyers load knows nothing of the administration, and calls nothing of what is drawn (${room} imports ${next}).`;
  }
  return undefined;
}

const isFoundationOf = (feature, candidate) =>
  foundation.includes(candidate) &&
  (!foundation.includes(feature) || foundation.indexOf(candidate) < foundation.indexOf(feature));

const isZod = (specifier) => /^zod(\/|$)/.test(specifier);

function brokenByPackage(from, specifier, kind) {
  const home = workspaceOf(from);
  const [, name, entry] = /^@shop\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (home === 'packages/declare' && !isTest(from) && !isZod(specifier)) return 'declare imports zod alone.';
  if (home === 'packages/contracts' && !isTest(from) && !isZod(specifier) && specifier !== '@shop/declare')
    return 'contracts imports zod and declare alone.';
  if (!home || !name) return undefined;
  if (`${home}/`.endsWith(`/${name}/`) || home === name || holdsStubs(from, specifier)) return undefined;
  const mayImport = allowed.find(([pattern]) => pattern.test(home))?.[1] ?? [];
  if (!mayImport.includes(name) && !supportsTest(from, name))
    return `${home} may import ${mayImport.map((packageName) => `@shop/${packageName}`).join(', ') || 'no package of the shop'}.`;
  if (!declared.get(home).includes(`@shop/${name}`))
    return `${home}/package.json must name @shop/${name}: its image installs no other.`;
  if (entry === 'testing' && !isTest(from)) return `Only tests import @shop/${name}/testing.`;
  if (home !== 'web' || kind === 'type') return undefined;
  if (entry === 'routes') return 'Routes are types to the browser: it imports no schema of an answer.';
  if (entry === 'events') return 'Events are for servers: the browser never imports them.';
  if (entry === 'heads' && kind === 'value' && from.startsWith('web/src/') && from !== RENDERS_PAGES && !isTest(from))
    return 'Heads are for servers: the browser loads their words when it needs them.';
  const isInFirstChunk = ['app', 'lib', 'ui'].includes(layerOf(from)) || foundation.includes(featureOf(from));
  if (entry === 'forms' && kind === 'value' && isInFirstChunk) {
    return 'app, lib, ui and the foundation are in the first chunk: lazy pages and features alone bring forms (zod, 95 kB).';
  }
  return undefined;
}

/** The laws as a rule of the linter. */
export const importLaws = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const from = relative(root, context.filename).replaceAll(sep, '/');
    const check = (source, kind) => {
      if (typeof source?.value !== 'string') return;
      const message = brokenLaw(from, source.value, kind);
      if (message) context.report({ node: source, message });
    };
    const isType = (node, specifiers) =>
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (specifiers?.length > 0 &&
        specifiers.every((specifier) => specifier.importKind === 'type' || specifier.exportKind === 'type'));
    const declaration = (node) => check(node.source, isType(node, node.specifiers) ? 'type' : 'value');
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: (node) => check(node.source, 'lazy'),
      TSImportType: (node) => check(node.source, 'type'),
      'CallExpression[callee.name="require"]': (node) => check(node.arguments[0], 'value'),
    };
  },
};
