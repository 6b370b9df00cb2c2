import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { HARD_STOP_SECONDS, POLICIES, podOf, settingsOf, type Container, type Manifest, type Pod } from './policies';
import { CONFIGS, type Part } from '../part-configs';

const root = join(__dirname, '../..');
const folder = join(root, 'infra/k8s');
const OVERLAYS = ['small', 'large'] as const;
const read = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const rendered = (overlay: string) => read(readFileSync(join(folder, 'rendered', `${overlay}.yaml`), 'utf8'));
const kubectl = (...args: string[]) => execFileSync('kubectl', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
const hasKubectl = (() => {
  try {
    // Kubectl has kustomize from 1.14 on, with the features used here from 1.27 on.
    return Number(/"minor": "(\d+)/.exec(kubectl('version', '--client', '--output=json'))![1]) >= 27;
  } catch {
    return false;
  }
})();
const withKubectl = hasKubectl ? test : test.skip;
const needs = hasKubectl ? '' : ' (skipped: there is no kubectl of version 1.27 or newer)';

withKubectl.each(OVERLAYS)(`rendered/%s.yaml is what kubectl makes of the overlay${needs}`, (overlay) => {
  expect(rendered(overlay)).toEqual(read(kubectl('kustomize', join(folder, 'overlays', overlay))));
});

test('the backup of a cluster is that of compose', () => {
  const script = (path: string) => readFileSync(join(root, path), 'utf8');
  const { services } = parse(script('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
    services: Record<string, { command: string[]; volumes: unknown[] }>;
  };
  expect(services.postgres!.volumes).toContain('./infra/k8s/overlays/small/backing/shop-backup.sh:/usr/local/bin/shop-backup:ro');
  const archiving = services.postgres!.command.filter((argument) => argument.includes('archive'));
  expect(archiving).toHaveLength(3);
  const postgres = podOf(find(rendered('small'), 'StatefulSet', 'postgres')).spec.containers[0]!;
  expect(postgres.args).toEqual(expect.arrayContaining(archiving));
});

test('a change is on the disk of the archive before Postgres may forget it, and another of its name is not written over', () => {
  const home = mkdtempSync(join(tmpdir(), 'shop-k8s-archive-'));
  const put = (name: string, content: string, mode = 0o644) => writeFileSync(join(home, name), content, { mode });
  for (const program of ['sync', 'mv'])
    put(program, `#!/bin/sh\necho "${program} $*" >> '${home}/asked'\nexec /bin/${program} "$@"\n`, 0o755);
  mkdirSync(join(home, 'archive/wal'), { recursive: true });
  const args = podOf(find(rendered('small'), 'StatefulSet', 'postgres')).spec.containers[0]!.args!;
  const command = args.find((argument) => argument.startsWith('-carchive_command='))!.slice('-carchive_command='.length);
  const archive = (content: string) => {
    put('change', content);
    const text = command.replaceAll('/archive', `${home}/archive`).replaceAll('%p', `${home}/change`).replaceAll('%f', '1');
    return spawnSync('sh', ['-c', text], { env: { ...process.env, PATH: `${home}:${process.env.PATH}` } }).status;
  };
  expect([archive('sold'), archive('sold'), archive('something else')]).toEqual([0, 0, 1]);
  expect(gunzipSync(readFileSync(join(home, 'archive/wal/1.gz'))).toString()).toBe('sold');
  expect(readFileSync(join(home, 'asked'), 'utf8').replaceAll(`${home}/`, '').trim().split('\n')).toEqual([
    'sync archive/wal/1.gz.part',
    'mv archive/wal/1.gz.part archive/wal/1.gz',
    'sync archive/wal',
  ]);
  rmSync(home, { recursive: true, force: true });
});

test('objects are copied once, again when they were cut off, and never removed with the original', () => {
  const home = mkdtempSync(join(tmpdir(), 'shop-k8s-objects-'));
  const put = (name: string, content: string) => {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), content);
  };
  for (const name of [
    'shop/5f.webp/xl.meta',
    'shop/60.webp/xl.meta',
    '.minio.sys/format.json',
    '.minio.sys/tmp/1',
    'lost+found/1',
  ])
    put(`data/${name}`, 'a'.repeat(100));
  put('to/shop/5f.webp/xl.meta', 'a'.repeat(40));
  put('to/shop/removed.webp/xl.meta', 'c');
  const parts = ['shop/60.webp/xl.meta', 'shop/60.webp', '.minio.sys/format.json'];
  for (const part of parts) chmodSync(join(home, 'data', part), 0o777);
  const [, , script] = podOf(find(rendered('small'), 'CronJob', 'minio-backup')).spec.containers[0]!.command!;
  execFileSync('sh', ['-ec', script!.replace(/\/(data|to)\b/g, `${home}/$1`)]);
  const copied = (folder: string) => readdirSync(join(home, 'to', folder)).sort();
  expect([copied(''), copied('.minio.sys'), copied('shop')]).toEqual([
    ['.minio.sys', 'shop'],
    ['format.json'],
    ['5f.webp', '60.webp', 'removed.webp'],
  ]);
  expect(readFileSync(join(home, 'to/shop/5f.webp/xl.meta'), 'utf8')).toHaveLength(100);
  // Nobody else on the node may read a copy, whatever rights its object gives.
  const rights = parts.map((part) => (statSync(join(home, 'to', part)).mode & 0o777).toString(8));
  expect(rights).toEqual(['600', '700', '600']);
  rmSync(home, { recursive: true, force: true });
});

test('identity documents that the shop has removed go from the copy as the runbook says, and none while the shop has none', () => {
  const runbook = readFileSync(join(root, 'docs/runbooks/restore.md'), 'utf8');
  const lines = [...runbook.matchAll(/sh -c '(kept=[^']+)'/g)].map(([, line]) => line!);
  expect(lines).toHaveLength(1);
  const [pod] = read(readFileSync(join(folder, 'overlays/small/restore/objects/pod.yaml'), 'utf8'));
  expect((pod!.spec as unknown as Pod).containers[0]!.volumeMounts).toContainEqual({ name: 'copy', mountPath: '/from' });
  for (const line of lines) {
    const home = mkdtempSync(join(tmpdir(), 'shop-k8s-documents-'));
    const documents = 'shop/private/sellers/verification';
    for (const path of [
      `data/${documents}/5f.webp`,
      `from/${documents}/5f.webp`,
      `from/${documents}/60.webp`,
      'from/shop/private/originals/a1',
    ]) {
      mkdirSync(join(home, path), { recursive: true });
      writeFileSync(join(home, path, 'xl.meta'), 'a');
    }
    const remove = () => spawnSync('sh', ['-c', line.replace(/\/(data|from)\//g, `${home}/$1/`)]).status;
    const folders = () => [readdirSync(join(home, 'from', documents)), readdirSync(join(home, 'from/shop/private/originals'))];
    expect([remove(), folders()]).toEqual([0, [['5f.webp'], ['a1']]]);
    rmSync(join(home, 'data/shop/private'), { recursive: true });
    expect([remove(), folders()]).toEqual([expect.any(Number), [['5f.webp'], ['a1']]]);
    rmSync(home, { recursive: true, force: true });
  }
});

/** The kinds of the operators (CloudNativePG, RabbitMQ), whose schemas are not in the API. */
const FOREIGN = [
  'postgresql.cnpg.io',
  'barmancloud.cnpg.io',
  'rabbitmq.com',
  'external-secrets.io',
  'gateway.networking.k8s.io',
  'monitoring.coreos.com',
];
const isForeign = ({ apiVersion }: Manifest) => FOREIGN.includes(apiVersion.split('/')[0]!);

/** The compiler's errors in objects as literals of the API's types: unknown fields, wrong types, missing ones. */
function complaintsOf(objects: Manifest[]): string[] {
  const lines = objects.map(
    (manifest, at) =>
      `const _${at}: import('kubernetes-models/${manifest.apiVersion}/${manifest.kind}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  const source = lines.join('\n');
  const path = join(__dirname, 'manifests.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
    skipLibCheck: true,
    module: ts.ModuleKind.Node16,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  return ts.getPreEmitDiagnostics(ts.createProgram([path], options, host)).map(({ start = 0, messageText }) => {
    const { kind, metadata } = objects[source.slice(0, start).split('\n').length - 1]!;
    return `${kind} ${metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

test('every object is one that the API of Kubernetes takes', () => {
  const own = OVERLAYS.flatMap(rendered).filter((manifest) => !isForeign(manifest));
  expect(complaintsOf(own)).toEqual([]);

  const service = own.find(({ kind }) => kind === 'Service')!;
  const wrong = [
    { ...service, metadata: { ...service.metadata, lables: {} } },
    { ...service, spec: { ports: [{ port: '3000' }] } },
    { ...service, spec: { ports: [{ name: 'http' }] } },
  ] as unknown as Manifest[];
  expect(complaintsOf(wrong)).toEqual([
    expect.stringContaining('lables'),
    expect.stringContaining("'string' is not assignable to type 'number'"),
    expect.stringContaining('is missing'),
  ]);
});

describe.each(OVERLAYS)('%s', (overlay) => {
  const all = rendered(overlay);
  test.each(Object.keys(POLICIES))('%s', (name) => expect(POLICIES[name]!(all)).toEqual([]));
});

test('no policy is pleased whatever it sees', () => {
  const untried = Object.keys(POLICIES).filter((name) => !Object.hasOwn(VIOLATIONS, name));
  expect(untried).toEqual([]);
});

/** A violation that each policy must find. */
const VIOLATIONS: Record<string, (all: Manifest[]) => void> = {
  'each part of the shop runs': (all) => drop(all, 'Deployment', 'shop-orders'),
  'everything is in the namespace shop, which is held to the restricted standard': (all) => {
    find(all, 'Namespace', 'shop').metadata.labels!['pod-security.kubernetes.io/enforce'] = 'baseline';
  },
  'a pod is nobody in particular: a user of its own, the default calls, nothing of its host': (all) => {
    pod(all).securityContext!.runAsUser = 0;
  },
  'a container cannot become more than it is': (all) => {
    container(all).securityContext!.readOnlyRootFilesystem = false;
  },
  'what the operator of RabbitMQ makes is admitted too, whatever its version adds by itself': (all) => {
    all.push({ ...find(all, 'StatefulSet', 'rabbitmq'), kind: 'RabbitmqCluster', spec: {} as Manifest['spec'] });
  },
  'a container says what it needs and what it may take': (all) => {
    delete container(all).resources!.limits!.memory;
  },
  'what runs on is watched as it starts, serves and hangs': (all) => {
    delete container(all).livenessProbe;
  },
  'the programs are asked at the doors that they have': (all) => {
    container(all).readinessProbe!.httpGet!.path = '/healthz';
  },
  'each workload has an account of its own or shares one with its kind, and no token': (all) => {
    pod(all).automountServiceAccountToken = true;
  },
  'nothing may reach anything, but what is said': (all) => {
    find(all, 'NetworkPolicy', 'shop-orders').spec.ingress!.push({ ports: [{ port: 3000 }] });
  },
  'a way to a server leads to pods that are there': (all) => {
    delete podOf(find(all, 'StatefulSet', 'rabbitmq')).metadata!.labels!['shop/backing'];
  },
  'only who calls outside may reach the internet, and nobody the networks around the cluster': (all) => {
    find(all, 'NetworkPolicy', 'shop-gateway').spec.egress!.push({ to: [{ ipBlock: {} }] });
  },
  'a Service leads to a port that its pods have, and whoever is called may be reached there': (all) => {
    find(all, 'Service', 'shop-orders').spec.ports[0].targetPort = 'https';
  },
  'the gateway finds each service where it is': (all) => drop(all, 'Service', 'shop-orders'),
  'each program grows and shrinks, may be moved, and stands on several nodes': (all) =>
    drop(all, 'PodDisruptionBudget', 'shop-orders'),
  'an update takes no replica away before the next one serves, and lets the old one finish': (all) => {
    pod(all).terminationGracePeriodSeconds = HARD_STOP_SECONDS;
  },
  'all replicas together have fewer connections than Postgres gives': (all) => {
    find(all, 'HorizontalPodAutoscaler', 'shop-orders').spec.maxReplicas = 40;
  },
  'an image is pinned': (all) => {
    container(all).image = 'registry.example.com/shop-orders:latest';
  },
  'each program is given what it requires, as usable values, and secrets as files of its own': (all) => {
    const target = container(all);
    target.env = target.env!.filter(({ name }) => name !== 'DOWNLOAD_KEY_FILE');
  },
  'settings are read by somebody, and none is a secret': (all) => {
    settingsOf(all).SMTP_URL = 'smtp://user:password@mail.example.com';
  },
  'the tables of a service are made by its owner, who is told to nobody else': (all) => {
    pod(all).volumes.push({ name: 'owner', secret: { secretName: 'migrate-orders' } });
  },
  'what is referred to is there': (all) => drop(all, 'PersistentVolumeClaim', 'releases-gateway'),
  'the door is the gateway, under the address that people use': (all) => {
    find(all, 'Ingress', 'shop-gateway').spec.rules[0].host = 'elsewhere.example.com';
  },
  'each night the check asks every service at its door for operators, with its token, and is let in': (all) => {
    find(all, 'NetworkPolicy', 'shop-sellers').spec.ingress = [];
  },
  'operators have their commands, which run when they are asked alone and reach the services and two databases': (all) => {
    find(all, 'CronJob', 'shop-ops').spec.suspend = false;
  },
  'each night the databases are backed up': (all) => drop(all, 'CronJob', 'postgres-backup'),
  'each night the objects that the cluster keeps are copied, and cannot be changed by that': (all) => {
    podOf(find(all, 'CronJob', 'minio-backup')).spec.volumes[0]!.persistentVolumeClaim!.readOnly = false;
  },
};
const find = (all: Manifest[], kind: string, name: string) =>
  all.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;
const drop = (all: Manifest[], kind: string, name: string) => void all.splice(all.indexOf(find(all, kind, name)), 1);
const pod = (all: Manifest[]): Pod => podOf(find(all, 'Deployment', 'shop-orders')).spec;
const container = (all: Manifest[]): Container => pod(all).containers[0]!;

test.each(Object.entries(VIOLATIONS))('a violation is found: %s', (name, violate) => {
  const all = rendered('small');
  violate(all);
  expect(POLICIES[name]!(all)).not.toEqual([]);
});

withKubectl.each(OVERLAYS)(`once a release is published, %s runs nothing but images by their digest${needs}`, (overlay) => {
  const home = mkdtempSync(join(tmpdir(), 'shop-k8s-pinned-'));
  cpSync(folder, home, { recursive: true, filter: (path) => !path.endsWith('secrets/files') });
  const pin = `import { pinOverlays } from ${JSON.stringify(join(root, 'infra/release/pin.mjs'))};
    const digestOf = () => 'sha256:' + 'a'.repeat(64);
    pinOverlays(${JSON.stringify(join(home, 'overlays'))}, { registry: 'registry.example.org/shop', version: '0.2.0', digestOf });`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', pin]);
  const all = read(kubectl('kustomize', join(home, 'overlays', overlay)));
  rmSync(home, { recursive: true, force: true });
  const named = [...JSON.stringify(all).matchAll(/"image(?:Name)?":"([^"]+)"/g)].map(([, image]) => image!);
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((image) => !/@sha256:a{64}$/.test(image))).toEqual([]);
  for (const [name, policy] of Object.entries(POLICIES)) expect([name, policy(all)]).toEqual([name, []]);
});

withKubectl(`a restore has the image of the Postgres that runs, also where that is at another registry${needs}`, () => {
  const home = mkdtempSync(join(tmpdir(), 'shop-k8s-restore-'));
  cpSync(folder, home, { recursive: true, filter: (path) => !path.endsWith('secrets/files') });
  const small = join(home, 'overlays/small');
  const images = join(small, 'images/kustomization.yaml');
  const another = '{ name: postgres, newName: registry.example.com/postgres,';
  writeFileSync(images, readFileSync(images, 'utf8').replace('{ name: postgres,', another));
  const build = (path: string) => read(kubectl('kustomize', join(small, path)));
  const server = podOf(find(build('.'), 'StatefulSet', 'postgres')).spec.containers[0]!.image;
  const pods = ['databases', 'objects'].flatMap((name) => build(`restore/${name}`));
  rmSync(home, { recursive: true, force: true });
  expect(server).toBe('registry.example.com/postgres:18');
  expect(pods.map(({ kind, spec }) => [kind, (spec as unknown as Pod).containers[0]!.image])).toEqual([
    ['Pod', server],
    ['Pod', server],
  ]);
  expect(complaintsOf(pods)).toEqual([]);
});

withKubectl.each(OVERLAYS)(`each component can be added to %s, and keeps to every policy${needs}`, (overlay) => {
  const home = mkdtempSync(join(tmpdir(), 'shop-k8s-components-'));
  cpSync(folder, home, { recursive: true, filter: (path) => !path.endsWith('secrets/files') });
  const file = join(home, 'overlays', overlay, 'shop/kustomization.yaml');
  const components = ['tracing', 'mongodb', 'opensearch'].map((name) => `../../../components/${name}`);
  const kustomization = parse(readFileSync(file, 'utf8')) as { components: string[] };
  writeFileSync(file, JSON.stringify({ ...kustomization, components: [...kustomization.components, ...components] }));
  const all = read(kubectl('kustomize', join(home, 'overlays', overlay)));
  rmSync(home, { recursive: true, force: true });
  for (const [name, policy] of Object.entries(POLICIES)) expect([name, policy(all)]).toEqual([name, []]);

  const envOf = (name: string) => podOf(find(all, 'Deployment', name)).spec.containers[0]!.env!;
  const url = { name: 'MONGODB_URL_FILE', value: '/run/shop/mongodb-url' };
  expect(envOf('shop-notifications')).toContainEqual(url);
  expect(envOf('shop-orders')).not.toContainEqual(url);
  expect(envOf('shop-catalog')).toContainEqual({ name: 'OPENSEARCH_URL_FILE', value: '/run/shop/opensearch-url' });
  const ways = all.filter(({ metadata }) => ['tracing', 'mongodb', 'opensearch'].includes(metadata.name));
  expect(ways.map(({ metadata, spec }) => [metadata.name, spec.podSelector.matchLabels, spec.egress])).toEqual([
    ['mongodb', { 'app.kubernetes.io/name': 'notifications', ...PROGRAM }, way('mongodb', 27017)],
    ['opensearch', { 'app.kubernetes.io/name': 'catalog', ...PROGRAM }, way('opensearch', 9200)],
    ['tracing', PROGRAM, way('traces', 4318)],
  ]);
  expect(complaintsOf(ways)).toEqual([]);
});
const PROGRAM = { 'app.kubernetes.io/component': 'program' };
const way = (name: string, port: number) => [
  { to: [{ namespaceSelector: { matchLabels: { [`shop/${name}`]: 'allowed' } } }], ports: [{ protocol: 'TCP', port }] },
];

test('the time to stop is that of the programs', () => {
  const source = readFileSync(join(root, 'packages/runtime/src/shutdown.ts'), 'utf8');
  expect(source).toContain(`PATIENCE_MS = ${HARD_STOP_SECONDS}_000;`);
});

test('only where somebody measures it, a service grows with the age of its outbox, by the name that it has', () => {
  const metrics = readFileSync(join(root, 'packages/messaging/src/metrics.ts'), 'utf8');
  for (const overlay of OVERLAYS)
    for (const { metadata, spec } of rendered(overlay).filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
      const metricNames = spec.metrics.flatMap(({ pods }) => pods?.metric.name ?? []);
      const expected = overlay === 'large' && metadata.name !== 'shop-gateway' ? ['outbox_oldest_seconds'] : [];
      expect([overlay, metadata.name, metricNames]).toEqual([overlay, metadata.name, expected]);
      for (const name of metricNames) expect(metrics).toContain(`'${name}'`);
    }
});

describe('secrets', () => {
  let home: string;
  const GIVEN = ['paypal-client-secret', 'paypal-webhook-id', 'smtp-url'];
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'shop-k8s-'));
    cpSync(folder, home, { recursive: true, filter: (path) => !path.endsWith('secrets/files') });
    const files = join(home, 'overlays/small/secrets/files');
    execFileSync(process.execPath, [join(root, 'infra/docker/make-secrets.mjs'), files]);
    mkdirSync(join(files, 'given'));
    for (const name of GIVEN) writeFileSync(join(files, 'given', name), name);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  type Generated = { secretGenerator: { name: string; files: string[] }[] };
  const generated = () => {
    const { secretGenerator } = parse(
      readFileSync(join(folder, 'overlays/small/secrets/kustomization.yaml'), 'utf8'),
    ) as Generated;
    return new Map(
      secretGenerator.map(({ name, files }) => {
        const paths = files.map((file) => file.split('=').at(-1)!);
        return [name, { keys: files.map((file) => file.split('=')[0]!.split('/').at(-1)!), paths }] as const;
      }),
    );
  };

  test('are what compose mounts into the same part, and what is given by hand', () => {
    for (const part of Object.keys(CONFIGS) as Part[]) {
      const { paths } = generated().get(`shop-${part}`)!;
      const files = readdirSync(join(home, 'overlays/small/secrets/files/for', part)).map((name) => `files/for/${part}/${name}`);
      expect(paths.filter((path) => !path.startsWith('files/given/')).sort()).toEqual(files.sort());
    }
    const givenFiles = [...generated().values()].flatMap(({ paths }) => paths.filter((path) => path.startsWith('files/given/')));
    expect([...new Set(givenFiles.map((path) => path.split('/').at(-1)))].sort()).toEqual(GIVEN);
  });

  test.each(OVERLAYS)('are used to the last one, and none is lacking, in %s', (overlay) => {
    for (const workload of rendered(overlay).filter(({ kind }) =>
      ['CronJob', 'Deployment', 'Job', 'StatefulSet'].includes(kind),
    )) {
      const { containers, volumes } = podOf(workload).spec;
      const name = volumes.find(({ secret }) => secret)?.secret?.secretName;
      if (name === undefined) continue;
      const mounts = JSON.stringify(containers).match(/\/run\/shop\/[\w.-]+/g) ?? [];
      const used = [...new Set(mounts.map((path) => path.slice('/run/shop/'.length)))];
      const whole = containers[0]!.volumeMounts.some(({ mountPath }) => mountPath === '/etc/rabbitmq/conf.d');
      if (!whole) expect([name, used.sort()]).toEqual([name, generated().get(name)!.keys.sort()]);
    }
  });

  test('have a place in the store of the large one', () => {
    const stored = read(readFileSync(join(folder, 'overlays/large/secrets/external-secrets.yaml'), 'utf8'));
    // S3 is outside, and so is the bucket of the backups.
    const names = [...[...generated().keys()].filter((name) => name !== 'minio'), 'postgres-backup'];
    expect(stored.map(({ metadata }) => metadata.name).sort()).toEqual(names.sort());
  });

  withKubectl(`become Secrets of the namespace${needs}`, () => {
    const manifests = read(kubectl('kustomize', join(home, 'overlays/small/secrets')));
    const secrets = manifests.filter(({ kind }) => kind === 'Secret');
    expect(secrets.map(({ metadata }) => metadata.name).sort()).toEqual([...generated().keys()].sort());
    for (const { metadata, data = {} } of secrets) {
      expect([metadata.name, metadata.namespace]).toEqual([metadata.name, 'shop']);
      expect([metadata.name, Object.values(data).every((value) => value.length > 0)]).toEqual([metadata.name, true]);
    }
  });
});
