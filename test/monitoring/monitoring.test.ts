import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '@shop/runtime';
import { parse } from 'yaml';
import { OUTCOMES } from '../../gateway/src/storefront/rendering/page-renderer';
import { createVitals } from '../../gateway/src/vitals/vitals';
import { measuredRows as ofIdentity } from '../../services/identity/src/operator/measured';
import { measuredRows as ofNotifications } from '../../services/notifications/src/operator/measured';
import { measuredRows as ofOrders } from '../../services/orders/src/operator/measured';
import { createDeclines } from '../../services/orders/src/payments/declines';
import { READ_AT_START, withRules } from './compose-mark';

const root = join(__dirname, '../..');
const folder = join(root, 'infra/monitoring');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Rule = { alert: string; expr: string; for: string; labels: { severity: string }; annotations: Record<string, string> };
const rules = (parse(read('infra/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
type Board = { uid: string; title: string; panels: { title: string; targets: { expr: string }[] }[] };
const boards = readdirSync(join(folder, 'grafana/dashboards')).map(
  (file) => JSON.parse(read(`infra/monitoring/grafana/dashboards/${file}`)) as Board,
);

const RULE_TESTS = ['alerts.test.yml', 'alerts-of-days.test.yml'];

/** The metrics of every program; OWN adds those of single services, and leaves out Node's. */
const { registry } = createMetrics('any');
createVitals(registry);
createDeclines(registry);
const OWN = [
  ...registry.getMetricsAsArray().map(({ name }) => name),
  ...[...ofIdentity, ...ofNotifications, ...ofOrders].map(({ name }) => name),
  ...['gateway/src/metrics.ts', 'packages/runtime/src/metrics.ts', 'packages/runtime/src/operators/operators-port.ts'].flatMap(
    (file) => [...read(file).matchAll(/^ {4,6}name: '(\w+)',$/gm)].map(([, name]) => name!),
  ),
].filter((name) => !/^(process|nodejs)_/.test(name));
const EXPORTED = new Set([...OWN, ...registry.getMetricsAsArray().map(({ name }) => name)]);

/** The metrics in an expression: words that are no function, label or keyword. */
function askedBy(expr: string): string[] {
  const words = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without|on|ignoring) *\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]|\boffset \w+/g, '')
    .matchAll(/\b[a-z]\w*(?![\w(]| *\()/g);
  return [...words].map(([word]) => word).filter((word) => !['or', 'and', 'unless', 'by', 'up'].includes(word));
}
/** The exports of Postgres' operator in the overlay `large`: https://cloudnative-pg.io/plugin-barman-cloud/docs/observability */
const FOREIGN = ['barman_cloud_cloudnative_pg_io_last_available_backup_timestamp'];
const isExported = (name: string) =>
  FOREIGN.includes(name) || EXPORTED.has(name) || EXPORTED.has(name.replace(/_(bucket|count|sum)$/, ''));

test('alerts and dashboards ask for what is exported', () => {
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...boards.flatMap(({ uid, panels }) =>
      panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`${uid}: ${title}`, expr] as const)),
    ),
  ];
  for (const [where, expr] of expressions)
    expect([where, askedBy(expr).filter((name) => !isExported(name))]).toEqual([where, []]);
  expect(expressions.flatMap(([, expr]) => askedBy(expr)).length).toBeGreaterThan(40);
  expect(
    askedBy('max by (service) (rate(no_such_total{a="b"}[5m])) > 1 and up == 0').filter((name) => !isExported(name)),
  ).toEqual(['no_such_total']);
});

test('the page that explains our own metrics has all of them, and no others', () => {
  const metrics = [...read('docs/monitoring.md').matchAll(/^- `(\w+)`: /gm)].map(([, name]) => name!);
  expect(metrics.sort()).toEqual([...OWN].sort());
});

test('an alert says what is the matter in words, how urgent it is, and what to do', () => {
  const headingsOf = (file: string) =>
    [...read(file).matchAll(/^(?:#+ (.+)|\*\*([^*]+)\*\*)/gm)].map(([, heading, bold]) =>
      (heading ?? bold)!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
  for (const { alert, labels, annotations } of rules) {
    expect([alert, ['page', 'ticket'].includes(labels.severity)]).toEqual([alert, true]);
    const [file, heading] = annotations.runbook_url!.split('#') as [string, string?];
    expect([alert, file, existsSync(join(root, file))]).toEqual([alert, file, true]);
    expect([alert, read(file).includes(alert)]).toEqual([alert, true]); // the runbook must name the alert
    if (heading) expect([alert, headingsOf(file)]).toEqual([alert, expect.arrayContaining([heading])]);
    expect(annotations.summary).toMatch(/\w+ \w+/);
    expect(annotations.description).toMatch(/\.$/);
  }
});

test('the runbook about unrendered pages explains every outcome', () => {
  const [section] = /## Pages are not rendered[^]*?(?=\n## |$)/.exec(read('docs/runbooks/part-down.md'))!;
  expect(OUTCOMES.filter((outcome) => !section.includes(`\`${outcome}\``))).toEqual(['rendered']);
});

test('each alert is tried with what it is for, and with what it must not mind', () => {
  type Tried = { tests: { name: string }[] };
  const tests = RULE_TESTS.flatMap((file) => (parse(read(`infra/monitoring/${file}`)) as Tried).tests);
  const tried = new Set(tests.map(({ name }) => /^\w+ (?:fires|stays quiet)/.exec(name)?.[0] ?? name));
  expect([...tried].sort()).toEqual(rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} stays quiet`]).sort());
});

test('a part is looked for under the name by which compose knows it', () => {
  type Compose = { services: Record<string, { environment?: Record<string, string> }> };
  const { services } = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as Compose;
  const parts = Object.keys(services).filter((name) => services[name]!.environment?.OPS_PORT === '9090');
  type Scraped = { scrape_configs: { job_name: string; dns_sd_configs?: { names: string[]; port: number }[] }[] };
  const [shop] = (parse(read('infra/monitoring/prometheus.yml')) as Scraped).scrape_configs;
  expect(shop).toMatchObject({ job_name: 'shop', dns_sd_configs: [{ names: parts, port: 9090 }] });
});

test('the compose file carries the mark of what Prometheus reads at its start; otherwise: npx tsx -C source test/docs/write-generated.ts', () => {
  const compose = read('docker-compose.yml');
  type Compose = { services: Record<string, { labels?: Record<string, string>; volumes?: string[] }> };
  const { prometheus } = (parse(compose, { merge: true, maxAliasCount: -1 }) as Compose).services;
  expect(prometheus!.labels).toEqual({ 'shop.rules': expect.stringMatching(/^[0-9a-f]{12}$/) as string });
  expect(compose).toBe(withRules(compose));
  for (const file of READ_AT_START)
    expect(prometheus!.volumes).toContainEqual(expect.stringContaining(`./${file}:/etc/prometheus/`));
});

test('a pod that has ended is not asked any more, and not called down', () => {
  type Relabelled = { scrape_configs: { job_name: string; relabel_configs: object[] }[] };
  const { scrape_configs } = parse(read('infra/monitoring/prometheus-kubernetes.yml')) as Relabelled;
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['shop', 'postgres']);
  for (const { relabel_configs } of scrape_configs)
    expect(relabel_configs).toContainEqual({
      source_labels: ['__meta_kubernetes_pod_phase'],
      regex: 'Failed|Succeeded',
      action: 'drop',
    });
});

test('no two dashboards or panels are called the same', () => {
  const names = boards.flatMap(({ uid, panels }) => panels.map(({ title }) => `${uid} ${title}`));
  expect(names.length).toBe(new Set(names).size);
  expect(new Set(boards.map(({ uid }) => uid)).size).toBe(boards.length);
});

const promtool = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe', cwd: folder });
const hasPromtool = (() => {
  try {
    promtool('--version');
    return true;
  } catch {
    return false;
  }
})();
const withPromtool = hasPromtool ? test : test.skip;
const needs = hasPromtool ? '' : ' (skipped: there is no promtool, of the Debian package prometheus or promtool)';

withPromtool(`promtool finds nothing wrong, and every alert does what its tests say${needs}`, () => {
  const home = mkdtempSync(join(tmpdir(), 'shop-monitoring-'));
  try {
    copyFileSync(join(folder, 'alerts.yml'), join(home, 'alerts.yml'));
    writeFileSync(join(home, 'prometheus.yml'), read('infra/monitoring/prometheus.yml').replace('/etc/prometheus/', `${home}/`));
    expect(promtool('check', 'config', join(home, 'prometheus.yml'))).toContain('is valid');
    // Debian's promtool does not know Kubernetes, so it checks all other jobs.
    const forKubernetes = read('infra/monitoring/prometheus-kubernetes.yml');
    writeFileSync(join(home, 'kubernetes.yml'), knowsKubernetes(home) ? forKubernetes : withoutKubernetes(forKubernetes));
    expect(promtool('check', 'config', join(home, 'kubernetes.yml'))).toContain('is valid');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  expect(promtool('test', 'rules', ...RULE_TESTS)).toContain('SUCCESS');
});

function knowsKubernetes(home: string): boolean {
  const file = join(home, 'least.yml');
  writeFileSync(file, 'scrape_configs: [{ job_name: shop, kubernetes_sd_configs: [{ role: pod }] }]\n');
  try {
    return promtool('check', 'config', file).includes('is valid');
  } catch (error) {
    if (String((error as { stderr: string }).stderr).includes('kubernetes_sd_configs not found')) return false;
    throw error;
  }
}

function withoutKubernetes(text: string): string {
  const { scrape_configs, ...rest } = parse(text) as { scrape_configs: Record<string, unknown>[] };
  return JSON.stringify({
    ...rest,
    scrape_configs: scrape_configs.map((config) => ({ ...config, kubernetes_sd_configs: undefined })),
  });
}
