import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keyId } from '@shop/shared';
import { parseAllDocuments } from 'yaml';
import { COMMANDS } from '../../infra/ops/src/commands/commands';
import { OWN_ROWS } from '../../services/orders/src/own-data/own-rows';
import { DEFINITIONS } from '../brokers/broker-definitions';
import { trackedFiles } from '../files/repository-files';
import { CONFIGURATION_DOC, ENV_EXAMPLE } from './configuration-doc';
import { EVENTS_DOC } from './events-doc';
import { OWNERS, samplesFileOf } from './request-samples';

/** The files that write-generated.ts writes as a whole. */
const GENERATED = [CONFIGURATION_DOC, ENV_EXAMPLE, EVENTS_DOC, DEFINITIONS, ...OWNERS.map((owner) => samplesFileOf(owner))];

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const filesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

test('every command that the README names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read('README.md').matchAll(/\bnpm (?:run )?(start|ops|test:fast|test:compose|test:cluster|test|dev|lint|bench|release)\b/g)].map(
    ([, name]) => name!,
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort());
});

test('every npm command that a page names is there, with what it is told to do', () => {
  const commandsOf = (folder: string) => Object.keys((JSON.parse(read(`${folder}package.json`)) as { scripts: object }).scripts);
  const [scripts, ofPages] = [commandsOf(''), commandsOf('web/')];
  const benches = [...read('bench/run.mjs').matchAll(/^ {2}(\w+): \(\) => import/gm)].map(([, name]) => name!);
  const known = (text: string) => {
    const [, script = '', inPages, act] = /^npm (?:run )?(\S+)( -w @shop\/web)?(?: -- ([a-z]\S*))?/.exec(text)!;
    if (act && script === 'bench') return benches.includes(act);
    if (act && script === 'ops') return Object.hasOwn(COMMANDS, act);
    return (inPages ? ofPages : scripts).includes(script);
  };
  const named = /\bnpm (?:test|start|run [a-z:]+)\b(?: -w @shop\/web)?(?: -- [a-z-]+)?/g;
  const pages = trackedFiles().filter((file) => file.endsWith('.md'));
  const unknown = pages.flatMap((page) => [...read(page).matchAll(named)].flatMap(([text]) => (known(text) ? [] : [[page, text]])));
  expect(unknown).toEqual([]);
  expect(['npm run bench -- nothing', 'npm run ops -- nothing', 'npm run nothing'].filter(known)).toEqual([]);
});

test('the README is read in five minutes', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThan(900);
});

test('what write-generated.ts writes is marked as generated', () => {
  const files = [...GENERATED.map((file) => relative(root, file)), 'package-lock.json', ...filesIn('infra/k8s/rendered')];
  const attributes = execFileSync('git', ['check-attr', 'linguist-generated', ...files], { cwd: root, encoding: 'utf8' });
  expect(attributes.trim().split('\n')).toEqual(files.map((file) => `${file}: linguist-generated: set`));
});

test('the picture of the shop is small enough to be looked at', () => {
  expect(statSync(join(root, 'docs/shop.png')).size).toBeLessThan(300_000);
});

test('a decision is a page of three parts, and numbers have no gaps', () => {
  const decisions = filesIn('docs/decisions').sort();
  decisions.forEach((file, at) => {
    expect(file).toMatch(new RegExp(`/${String(at + 1).padStart(4, '0')}-[a-z0-9-]+\\.md$`));
    expect([...read(file).matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(['Context', 'Decision', 'Consequences']);
    expect([file, read(file).split('\n').length < 60]).toEqual([file, true]);
  });
});

test('what the retention says is erased with a buyer is among the rows that orders tells and removes', () => {
  /** These are blanked or closed by reactions of their own, or hold no words. */
  const otherwise = ['buyers', 'certificates', 'claim_files', 'claim_messages', 'open_purchases', 'orders', 'stores'];
  const entries = [...read('docs/retention.md').matchAll(/^- [^(]* \(([^)]*)\): .* \(([^)]*)\)$/gm)];
  const erased = entries.filter(([, , removedBy]) => removedBy!.includes('erasure')).flatMap(([, places]) => [...places!.matchAll(/`orders\.(\w+)/g)]);
  const tables = [...new Set(erased.map(([, table]) => table!))].filter((table) => !otherwise.includes(table));
  expect(tables.sort()).toEqual(Object.values<{ table: string }>(OWN_ROWS).map(({ table }) => table).sort());
});

test('from a capture to the text of its mail there are six files at most, and each has what the page says of it', () => {
  const [, section] = /\n## One event\n([^]*?)\n## /.exec(read('docs/architecture.md'))!;
  const rows = [...section!.matchAll(/^\| \[[\w.-]+\]\(\.\.\/(\S+)\) \| (.*) \|$/gm)].map(([, file, says]) => ({
    file: file!,
    names: [...says!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  }));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(6);
  for (const { file, names } of rows) {
    const text = read(file);
    expect([file, names.length > 0, names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))]).toEqual([file, true, []]);
  }
});

test('the runbook of keys names a key as the services do', () => {
  const [, loop] = /\| base64 -d \|\n *(while read.*)/.exec(read('docs/runbooks/key-rotation.md'))!;
  const ring = [randomBytes(32), randomBytes(32)];
  const input = ring.map((key) => key.toString('base64')).join('\n');
  const printed = execFileSync('sh', ['-c', loop!], { input, encoding: 'utf8' });
  expect(printed.trim().split('\n')).toEqual(ring.map(keyId));
});

describe('a runbook of compose leaves the profiles that run as they are', () => {
  type Command = { text: string; words: string[]; careful: boolean };
  const commandsIn = (page: string, verb: 'up' | 'run'): Command[] => {
    const command = new RegExp(`docker compose(?: -\\S+(?: (?!(?:up|run)\\b)[^-\\s]\\S*)?)* ${verb}\\b([^\`\\n|&;#]*)`, 'g');
    return [...page.matchAll(command)].map(([text, rest]) => {
      const all = rest!.split(' ').filter(Boolean);
      const words = all.filter(
        (word, at) => !word.startsWith('-') && !/^(--scale|--timeout|--entrypoint|-u)$/.test(all[at - 1] ?? ''),
      );
      return { text: text.trim(), words, careful: /--no-deps|--profile/.test(text) };
    });
  };
  /** Commands that also start the parts that prepare a start: the one-shot `secrets` would forget the settings of a profile. */
  const carelessIn = (page: string) => [
    ...commandsIn(page, 'up').filter(({ words, careful }) => words.length > 0 && !careful),
    ...commandsIn(page, 'run').filter(
      ({ words: [part, ...own], careful }) => !careful && part !== 'ops' && !(part === 'secrets' && own.length > 0),
    ),
  ];
  const startsAll = (page: string) => commandsIn(page, 'up').some(({ words, careful }) => words.length === 0 && !careful);

  test.each(filesIn('docs/runbooks'))('%s', (file) => {
    expect(carelessIn(read(file)).map(({ text }) => text)).toEqual([]);
    if (startsAll(read(file))) expect(read(file)).toContain('COMPOSE_PROFILES');
  });

  test('careless commands are found', () => {
    const careless = [
      'docker compose up orders',
      'docker compose up -d --wait rabbitmq',
      'docker compose -f docker-compose.yml up --detach --scale orders=2 orders',
      'docker compose run --rm secrets',
      'docker compose run --rm databases',
    ];
    const careful = [
      'docker compose up -d --wait --no-deps rabbitmq',
      'docker compose --profile demo up -d orders',
      'docker compose up --build --wait --scale gateway=3',
      'docker compose run --rm secrets node /make-secrets.mjs /run/shop',
      'docker compose run --rm --no-deps databases',
      'docker compose run --rm ops check',
      'docker compose exec orders run up',
    ];
    expect(carelessIn([...careless, ...careful].join('\n')).map(({ text }) => text)).toEqual(careless);
    expect(startsAll('docker compose --env-file .env up --build --wait')).toBe(true);
  });
});

describe('commands for a cluster', () => {
  const pages = ['README.md', ...['docs', 'docs/runbooks'].flatMap(filesIn).filter((file) => file.endsWith('.md'))];
  const commands = pages.flatMap((file) => [...read(file).matchAll(/\bkubectl [^`\n]*/g)].map(([command]) => command));
  type Rendered = { kind: string; metadata: { name: string } };
  const small = parseAllDocuments(read('infra/k8s/rendered/small.yaml')).map((document) => document.toJS() as Rendered);

  test('name what is there, in its namespace', () => {
    const there = small.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
    const named = commands.flatMap((command) => command.match(/\b(?:deployment|statefulset|cronjob)\/[\w-]+/g) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !there.includes(name))).toEqual([]);
    const elsewhere = commands.filter((command) => /\b(?:get|describe|logs|rollout|scale|exec|delete|wait)\b/.test(command));
    expect(elsewhere.filter((command) => !command.includes('kubectl -n shop '))).toEqual([]);
  });

  test('autoscalers add a replica at the figure of the page on scaling', () => {
    type Scaler = Rendered & { spec: { metrics: { resource?: { target: { averageUtilization: number } } }[] } };
    type Program = Rendered & { spec: { template: { spec: { containers: { resources: { requests: { cpu: string } } }[] } } } };
    for (const { metadata, spec } of small.filter(({ kind }) => kind === 'HorizontalPodAutoscaler') as Scaler[]) {
      const program = small.find((manifest) => manifest.kind === 'Deployment' && manifest.metadata.name === metadata.name) as Program;
      const cpu = parseInt(program.spec.template.spec.containers[0]!.resources.requests.cpu);
      const percent = spec.metrics[0]!.resource!.target.averageUtilization;
      expect([metadata.name, (cpu * percent) / 100]).toEqual([metadata.name, 700]);
    }
    expect(read('docs/scaling.md')).toContain('above 70 % of a core: `rate(process_cpu_seconds_total[10m])` above 0.7');
  });

  test('apply what is there, as a whole, so that its images are those of the overlay', () => {
    const applied = commands.flatMap((command) => command.match(/(?<=kubectl apply )-\w infra\/k8s\/\S+/g) ?? []);
    expect(applied.length).toBeGreaterThan(5);
    const wrong = applied.filter((argument) => !argument.startsWith('-k ') || !existsSync(join(root, argument.slice(3), 'kustomization.yaml')));
    expect(wrong).toEqual([]);
  });

  test('name files that the pod of Postgres has', () => {
    const named = commands.flatMap((command) => /exec postgres-0 .*\/etc\/shop\/(\S+)/.exec(command)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(0);
    type Settings = Rendered & { data: Record<string, string> };
    const settings = small.find(({ kind, metadata: { name } }) => kind === 'ConfigMap' && /^postgres-\w+$/.test(name)) as Settings;
    expect(named.filter((file) => settings.data[file] === undefined)).toEqual([]);
  });
});
