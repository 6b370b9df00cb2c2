import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root, writtenFiles } from '../files/repository-files';

type Sample = [place: string, code: string];
type Answer = { diagnostics: { message: string; code: string; filename: string }[] };

/** The rules that the samples test; the linter also reports that the samples' places and imports do not exist, which is ignored. */
const OURS = [
  ...['shop(imports)', 'shop(told-exceptions)', 'shop(one-optional)', 'shop(reaction-names)', 'shop(server-names)'],
  'shop(form-controls)',
  ...['typescript(no-non-null-assertion)', 'typescript(no-explicit-any)', 'typescript(no-floating-promises)'],
];

let house: string;
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'shop-laws-'));
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** The linter's findings for each sample at its place, in a copy of the repository's laws and packages. */
function lint(samples: Sample[]): string[][] {
  const laws = writtenFiles().filter((path) =>
    /^\.oxlintrc\.json$|tsconfig\.json$|package\.json$|^test\/laws\/.+\.mjs$/.test(path),
  );
  for (const path of laws) cpSync(join(root, path), join(house, path));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  const places = samples.map(([place], at) => place.replace(/(\w+)(?=\.\w)/, `$1${at}`));
  samples.forEach(([, code], at) => {
    mkdirSync(dirname(join(house, places[at]!)), { recursive: true });
    writeFileSync(join(house, places[at]!), code);
  });
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'], {
    cwd: house,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as Answer;
  return places.map((place) =>
    diagnostics.filter(({ filename, code }) => filename === place && OURS.includes(code)).map(({ message }) => message),
  );
}

const forbidden: [Sample, string][] = [
  [['services/orders/src/planted.ts', `import '@shop/catalog';`], 'services/orders may import'],
  [['services/orders/src/planted.ts', `export { start } from '@shop/gateway';`], 'services/orders may import'],
  [['services/identity/src/planted.ts', `import '@shop/storage';`], 'services/identity/package.json must name @shop/storage'],
  [['services/orders/src/planted.ts', `import '../../catalog/src/start';`], 'A relative import stays inside its package'],
  [
    ['services/orders/src/planted.ts', `await import('../../../packages/http/src/index');`],
    'A relative import stays inside its package',
  ],
  [['services/orders/src/planted.ts', `import { as } from '@shop/runtime/testing';`], 'Only tests import'],
  [['gateway/src/planted.ts', `import { identity } from '@shop/identity';`], 'gateway may import'],
  [
    ['packages/messaging/src/brokers/testing/planted.ts', `import { as } from '@shop/runtime/testing';`],
    'packages/messaging may import @shop/declare, @shop/http, @shop/postgres.',
  ],
  [['infra/mail-inbox/src/planted.ts', `import '@shop/notifications';`], 'infra/mail-inbox may import @shop/http.'],
  [['e2e/planted.spec.ts', `import '@shop/orders';`], 'e2e may import'],
  [['packages/contracts/src/planted.ts', `import { readFileSync } from 'node:fs';`], 'contracts imports zod and declare alone'],
  [['packages/contracts/src/planted.ts', `import type { Caller } from '@shop/http';`], 'contracts imports zod and declare alone'],
  [['packages/declare/src/planted.ts', `import type { Caller } from '@shop/http';`], 'declare imports zod alone'],
  [
    ['packages/http/src/planted.ts', `import type { ProductView } from '@shop/contracts/views';`],
    'packages/http may import @shop/declare.',
  ],
  [['web/src/ui/Planted.tsx', `import { cart } from '../features/cart/cartApi';`], 'ui imports features'],
  [['web/src/ui/display/Planted.tsx', `import { cart } from '#features/cart/cartApi.ts';`], 'ui imports features'],
  [['web/src/lib/planted.ts', `import { store } from '../app/store';`], 'lib imports app'],
  [
    ['web/src/features/cart/public/planted.tsx', `import { paths } from '../../../lib/paths';`],
    'An import climbs two folders at most',
  ],
  [['web/src/lib/planted.ts', `import type { Variant } from '../ui/action/Button';`], 'lib imports ui'],
  [['web/src/lib/calls/planted.ts', `import { useUserId } from '../../features/session/session';`], 'lib imports features'],
  [['web/src/features/cart/planted.ts', `import { HomePage } from '../../pages/storefront/HomePage';`], 'features imports pages'],
  [['web/src/pages/storefront/planted.tsx', `import { AppRoutes } from '../../app/AppRoutes';`], 'pages imports app'],
  [['web/src/features/cart/planted.ts', `import { usePlayer } from '../player/use-player';`], 'Features do not know each other'],
  [
    ['web/src/features/session/planted.ts', `import { addToCart } from '../lists/cart-actions';`],
    'Features do not know each other',
  ],
  [
    ['web/src/features/orders/public/planted.tsx', `await import('../admin/AdminOrder');`],
    'what buyers load knows nothing of the administration',
  ],
  [
    ['web/src/features/orders/api/planted.ts', `import type { Draft } from '../public/checkout/conflict';`],
    'calls nothing of what is drawn (api imports public)',
  ],
  [['web/src/features/session/planted.ts', `import { LoginForm } from '@shop/contracts/forms';`], 'first chunk'],
  [['web/src/app/planted.ts', `import { LoginForm } from '@shop/contracts/forms';`], 'first chunk'],
  [['web/src/lib/planted.ts', `export * from '@shop/contracts/forms';`], 'first chunk'],
  [['web/src/features/orders/planted.ts', `import { ROUTES } from '@shop/contracts/routes';`], 'Routes are types to the browser'],
  [['web/src/pages/planted.test.tsx', `import { ROUTES } from '@shop/contracts/routes';`], 'Routes are types to the browser'],
  [['web/src/testing/planted.ts', `import { faultsOf } from '@shop/http';`], 'web may import @shop/contracts.'],
  [['web/src/pages/planted.tsx', `import { aTrack } from '../testing/a-track';`], 'Only tests import tests'],
  [['services/orders/src/planted.ts', `import { ordersApp } from './testing/orders-app';`], 'Only tests import tests'],
  [['packages/http/src/planted.ts', `export * from './http.test';`], 'Only tests import tests'],
  [['services/orders/src/planted.ts', `window.open('/');`], "Servers have no 'window'"],
  [['infra/ops/src/planted.ts', `test('a rule', () => {});`], "Servers have no 'test'"],
  [['web/src/features/orders/planted.ts', `import { OrderCaptured } from '@shop/contracts/events';`], 'Events are for servers'],
  [['web/src/lib/planted.ts', `import { HEADS } from '@shop/contracts/heads';`], 'Heads are for servers'],
  [['web/src/pages/storefront/planted.tsx', `import { openDatabase } from '@shop/runtime';`], 'web may import'],
];

const OFF = 'oxlint-disable-next-line typescript/no-non-null-assertion';
const insisting: [Sample, string][] = [
  [['services/orders/src/planted.ts', `export const first = (list: number[]) => list[0]!;`], 'Forbidden non-null assertion'],
  [['web/src/ui/Planted.tsx', `export const first = (list: number[]) => list[0]!;`], 'Forbidden non-null assertion'],
  [['packages/http/src/planted.ts', `// ${OFF}\nexport const first = (list: number[]) => list[0]!;`], 'Say why the rule'],
  [['web/src/ui/Planted.test.tsx', `// oxlint-disable-next-line no-debugger\ndebugger;`], 'Say why the rule'],
  [['services/orders/src/planted.ts', `export const first = (list: any) => list;`], 'Unexpected `any`'],
  [['web/src/ui/Planted.tsx', `export type Given = { name?: string | undefined };`], 'A question mark says'],
  [['web/src/features/cart/Planted.tsx', `export const choice = <select />;`], 'The select of the pages is ui/form/Select'],
  [['web/src/ui/table/Planted.tsx', `export const choice = <select />;`], 'The select of the pages is ui/form/Select'],
  [
    ['web/src/app/Planted.tsx', `export const choice = <ul role="listbox" />;`],
    'The combobox of the pages is in ui/form/search-select',
  ],
  [
    ['web/src/app/planted.ts', `export { useCombobox } from 'downshift';`],
    'The combobox of the pages is in ui/form/search-select',
  ],
  [['packages/http/src/planted.ts', `export const said = (name?: string | undefined) => name;`], 'A question mark says'],
];

const LEFT = 'export const later = async () => {};\nlater();';
const unawaited: [Sample, string][] = [
  'services/orders/src/planted.ts',
  'gateway/src/planted.ts',
  'web/src/planted.tsx',
  'infra/local/src/planted.ts',
].map((place) => [[place, LEFT], 'Promises must be awaited']);

const table = (lines: string): Sample => [
  'services/orders/src/planted.ts',
  `import { on } from '@shop/messaging';\nexport const subscriptions = [${lines}];`,
];
const misnamed: [Sample, string][] = [
  ['on(StoreOpened, renameStoreWhenChanged)', "The reaction to StoreOpened is called 'renameStoreWhenOpened'"],
  ['on(UserDeleted, forgetBuyerWhenDeleted)', "The reaction to UserDeleted is called 'forgetBuyerWhenUserDeleted'"],
  ['on(StoreOpened, copyStoreWhenStoreOpened)', "The reaction to StoreOpened is called 'copyStoreWhenOpened'"],
  ['on(OpenEarningsChanged, keepOpenEarnings)', "is called 'keepOpenEarningsWhenChanged'"],
  [
    'on(TrackHeld, copyTrackWhenHeld), on(TrackReleased, copyTrackWhenHeld)',
    "to TrackHeld and TrackReleased is called 'copyTrack'",
  ],
  ['on(OrderPlaced, mails.confirm)', "is called 'confirmWhenOrderPlaced'"],
  ['on(OrderPlaced, mails.confirm(site))', "is called 'confirmWhenOrderPlaced'"],
  ['on(OrderCaptured, bookSales(timeZone))', "is called 'bookSalesWhenOrderCaptured'"],
  ['on(OrderCaptured, async () => {})', 'A reaction is a function with a name'],
].map(([lines, law]) => [table(lines!), law!]);

const permitted: Sample[] = [
  table(`on(StoreOpened, copyStore, 'first'), on(StoreChanged, copyStore, 'first'), on(StoreClosed, closeStoreWhenClosed)`),
  table(`on(UserDeleted, forgetBuyerWhenUserDeleted), on(OrderCaptured, order.sendLinksWhenOrderCaptured)`),
  table(`on(OpenEarningsChanged, keepOpenEarningsWhenChanged), on(OrderCaptured, bookSaleWhenOrderCaptured(timeZone))`),
  ['packages/http/src/planted.test.ts', `export const first = (list: number[]) => list[0]!;`],
  ['packages/http/src/planted.ts', `// ${OFF} -- never empty\nexport const first = (list: number[]) => list[0]!;`],
  [
    'services/orders/src/planted.ts',
    `import '@shop/http'; import '@shop/contracts/events'; import '@shop/documents'; import './orders/order.entity';`,
  ],
  ['services/orders/src/planted.api.test.ts', `import '@shop/runtime/testing'; import './testing/orders-app';`],
  ['services/orders/src/testing/planted.ts', `beforeEach(() => fetch('/'));`],
  ['test/replicas/planted.ts', `import '../../infra/local/src/testing/service-process';`],
  ['infra/local/src/planted.ts', `import '@shop/orders'; import '@shop/gateway';`],
  ['packages/contracts/src/planted.ts', `import { z } from 'zod'; import '@shop/declare'; import './constants';`],
  [
    'web/src/features/identity/planted.tsx',
    `import '@shop/contracts/forms'; import '../../ui/action/Button'; import './LoginForm';`,
  ],
  ['web/src/features/orders/admin/planted.tsx', `import '../public/OrderLines'; import '../../session/session';`],
  ['web/src/features/lists/planted.ts', `import '../session/session'; import '../../ui/action/Button';`],
  [
    'web/src/app/planted.ts',
    `import type { Login } from '@shop/contracts/forms'; import '../pages/storefront/HomePage'; import '@shop/contracts/views';`,
  ],
  ['web/src/app/planted.tsx', `export const later = () => import('@shop/contracts/forms');`],
  ['web/src/lib/planted.ts', `import type { Calls } from '@shop/contracts/routes';`],
  ['web/src/testing/planted.ts', `import { ROUTES } from '@shop/contracts/routes'; import '@shop/http/check-answer';`],
  ['web/src/ui/form/planted.tsx', `import '../../lib/cx'; import '../action/Button'; export const choice = <select />;`],
];

test('every law about imports, exceptions, promises and names of reactions is enforced, and nothing that is allowed is refused', () => {
  const planted = [...forbidden, ...insisting, ...unawaited, ...misnamed];
  const answers = lint([...planted.map(([sample]) => sample), ...permitted]);
  planted.forEach(([sample, law], at) => expect([sample, answers[at]]).toEqual([sample, [expect.stringContaining(law)]]));
  permitted.forEach((sample, at) => expect([sample, answers[planted.length + at]]).toEqual([sample, []]));
});
