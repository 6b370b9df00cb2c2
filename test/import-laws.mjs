import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Who may import whom, in one place. A place is a path from the root of the repository ("services/orders/src/app.ts");
 * the workspaces are read from the folders, so that a new service or feature obeys the laws from its first line.
 */
const root = dirname(import.meta.dirname);
const children = (parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
const workspaces = [...children('packages'), ...children('services'), ...children('infra'), 'gateway', 'web', 'e2e'].filter(
  (folder) => existsSync(join(root, folder, 'package.json')),
);
const workspaceOf = (place) => workspaces.find((folder) => place.startsWith(`${folder}/`));

/** The packages of this repository that each may import; a workspace that is not named here may import none. */
const allowed = [
  [/^services\//, ['contracts', 'kit', 'documents']],
  [/^gateway$/, ['contracts', 'kit']],
  [/^web$/, ['contracts']],
  [/^packages\/documents$/, ['contracts']],
  [/^infra\/demo$/, ['contracts']],
  [/^infra\/local$/, workspaces.map((folder) => folder.split('/').at(-1))],
  [/^e2e$/, ['contracts', 'local', 'paypal-simulator', 'mail-inbox', 'demo']],
];

const layers = { ui: 0, lib: 0, features: 1, pages: 2, app: 3 };
const layerOf = (place) => /^web\/src\/(ui|lib|features|pages|app)\//.exec(place)?.[1];
const featureOf = (place) => /^web\/src\/features\/([^/]+)/.exec(place)?.[1];
const isTest = (place) => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(place);

/** The law that an import breaks, as a sentence, or undefined. `from` is a place; `kind` is value, type (erased by the compiler) or lazy (`import()`). */
export function brokenLaw(from, specifier, kind) {
  if (specifier.startsWith('.'))
    return brokenByPath(from, relative(root, resolve(root, dirname(from), specifier)).replaceAll(sep, '/'), kind);
  return brokenByPackage(from, specifier, kind);
}

function brokenByPath(from, to, kind) {
  const home = workspaceOf(from);
  if (home && !`${to}/`.startsWith(`${home}/`)) return 'A relative import stays inside its package: name the package instead.';
  const [layer, target] = [layerOf(from), layerOf(`${to}/`)];
  if (!layer || !target || isTest(from)) return undefined;
  if (layers[target] > layers[layer] && !(layer === 'lib' && kind === 'type')) {
    return `web: ui and lib know nothing above them, features no page, pages not the app (${layer} imports ${target}).`;
  }
  const [feature, other] = [featureOf(from), featureOf(to)];
  if (feature && other && feature !== other) return 'Features do not know each other: let a page compose them.';
  return undefined;
}

function brokenByPackage(from, specifier, kind) {
  const home = workspaceOf(from);
  const [, name, entry] = /^@shop\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (home === 'packages/contracts' && !isTest(from) && !/^zod(\/|$)/.test(specifier)) return 'contracts imports zod alone.';
  if (!home || !name) return undefined;
  if (`${home}/`.endsWith(`/${name}/`) || home === name) return undefined;
  const mayImport = allowed.find(([pattern]) => pattern.test(home))?.[1] ?? [];
  if (!mayImport.includes(name))
    return `${home} may import ${mayImport.map((one) => `@shop/${one}`).join(', ') || 'no package of the shop'}.`;
  if (name === 'kit' && entry === 'testing' && !isTest(from)) return 'Only tests import @shop/kit/testing.';
  if (home !== 'web' || kind === 'type') return undefined;
  if (entry === 'events') return 'Events are for servers: the browser never imports them.';
  if (entry === 'forms' && kind === 'value' && ['app', 'lib', 'ui'].includes(layerOf(from))) {
    return 'app, lib and ui are in the first chunk: forms (zod, 95 kB) are brought by lazy pages and features only.';
  }
  return undefined;
}

/** The laws as an ESLint rule. */
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
      (specifiers?.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type'));
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
