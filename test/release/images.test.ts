import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const folder = join(__dirname, '../../infra/release');
const overlays = join(__dirname, '../../infra/k8s/overlays');
const REGISTRY = 'registry.example.org/ghostline';

/** Runs an expression over a script's functions in another process, because the script is an ES module. */
function ask<Result>(script: string, expression: string, env = process.env): Result {
  const program = `import * as it from ${JSON.stringify(join(folder, script))};
    import { createHash } from 'node:crypto';
    const digestOf = (image) => 'sha256:' + createHash('sha256').update(image).digest('hex');
    console.log(JSON.stringify(${expression}));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', env });
  return JSON.parse(output.trim().split('\n').at(-1)!) as Result;
}
const digestOf = (image: string) => `sha256:${createHash('sha256').update(image).digest('hex')}`;

describe('the content of an image', () => {
  type Component = { name: string; version: string; purl: string; licenses?: object[]; hashes?: object[] };
  type Sbom = { bomFormat: string; specVersion: string; metadata: { component: object }; components: Component[] };
  const sbom = ask<Sbom>(
    'image-sbom.mjs',
    `it.sbomOf(${JSON.stringify({
      image: 'shop-orders',
      version: '0.2.0',
      created: '2026-11-25T10:00:00.000Z',
      contents: {
        node: '26.13.0',
        npm: [
          { name: '@shop-like/thing', version: '1.2.3', license: 'MIT', integrity: 'sha512-AAEC' },
          { name: 'other', version: '2.0.0', license: 'SEE LICENSE IN README.md' },
          { name: 'other', version: '2.0.0', license: 'SEE LICENSE IN README.md' },
          { name: 'other', version: '3.0.0' },
        ],
        system: [{ name: 'libstdc++6', version: '1:12.2', architecture: 'amd64' }],
        distribution: { id: 'debian', release: '12' },
      },
    })})`,
  );

  test('is said as CycloneDX, of the container', () => {
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'container', name: 'shop-orders', version: '0.2.0' } },
    });
  });

  test('is named so that others find it: npm, the system and Node, each once', () => {
    expect(sbom.components.map(({ purl }) => purl)).toEqual([
      'pkg:generic/node@26.13.0',
      'pkg:npm/%40shop-like/thing@1.2.3',
      'pkg:npm/other@2.0.0',
      'pkg:npm/other@3.0.0',
      'pkg:deb/debian/libstdc%2B%2B6@1%3A12.2?arch=amd64&distro=debian-12',
    ]);
  });

  test('carries licence and hash where npm knows them', () => {
    const [, thing, other, third] = sbom.components;
    expect(thing).toMatchObject({ licenses: [{ expression: 'MIT' }], hashes: [{ alg: 'SHA-512', content: '000102' }] });
    expect(other!.licenses).toEqual([{ license: { name: 'SEE LICENSE IN README.md' } }]);
    expect([third!.licenses, third!.hashes]).toEqual([undefined, undefined]);
  });
});

test('the digest is asked for as every version of buildx answers it: older ones print a page for a field of the manifest', () => {
  const home = mkdtempSync(join(tmpdir(), 'shop-docker-'));
  const digest = digestOf('postgres:18');
  writeFileSync(
    join(home, 'docker'),
    `#!${process.execPath}
const format = process.argv[process.argv.indexOf('--format') + 1];
const manifest = { mediaType: 'application/vnd.oci.image.index.v1+json', digest: '${digest}', size: 1781 };
console.log(format === '{{json .Manifest}}' ? JSON.stringify(manifest) : 'Name: ' + process.argv.at(-1) + '\\nDigest: ' + manifest.digest);
`,
    { mode: 0o755 },
  );
  const env = { ...process.env, PATH: `${home}${delimiter}${process.env.PATH}` };
  expect(ask('digests.mjs', `it.digestOf('postgres:18')`, env)).toBe(digest);
  rmSync(home, { recursive: true, force: true });
});

describe('the images that compose pulls, pinned', () => {
  const compose = 'image: ${NODE_IMAGE:-node:26}\nimage: ${POSTGRES_IMAGE:-postgres:18}\nimage: ${NODE_IMAGE:-node:26}\n';
  const pinned = (set: Record<string, string>) =>
    ask<string[]>('images.mjs', `it.pinnedImages(${JSON.stringify(compose)}, ${JSON.stringify(set)}, digestOf)`);

  test('are those of compose, each once with the digest that its registry answers', () => {
    expect(pinned({})).toEqual([
      `NODE_IMAGE=node:26@${digestOf('node:26')}`,
      `POSTGRES_IMAGE=postgres:18@${digestOf('postgres:18')}`,
    ]);
  });

  test('are those that the variables name in their place, such as a copy in a registry of your own; an empty variable counts as absent', () => {
    const copy = 'registry.example.org/node:26';
    expect(pinned({ NODE_IMAGE: copy, POSTGRES_IMAGE: '' })[0]).toBe(`NODE_IMAGE=${copy}@${digestOf(copy)}`);
    expect(pinned({ NODE_IMAGE: copy, POSTGRES_IMAGE: '' })[1]).toMatch(/^POSTGRES_IMAGE=postgres:18@/);
  });

  test('stay as they are where a variable names a digest', () => {
    const pinnedImage = `postgres:18@sha256:${'a'.repeat(64)}`;
    expect(pinned({ POSTGRES_IMAGE: pinnedImage })).toContain(`POSTGRES_IMAGE=${pinnedImage}`);
  });
});

describe('the overlays of a cluster, once a release is published', () => {
  let home: string;
  const IMAGE = /^\s+(?:- \{ name: .*newTag: .*|(?:imageName|image): .+:.+)$/gm;
  const imagesIn = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml'))
      .flatMap((name) => readFileSync(join(root, name), 'utf8').match(IMAGE) ?? [])
      .map((line) => line.trim());
  const pin = (version: string) =>
    ask<number>(
      'pin.mjs',
      `it.pinOverlays(${JSON.stringify(home)}, ${JSON.stringify({ registry: REGISTRY, version }).replace(
        /\}$/,
        '',
      )}, digestOf })`,
    );
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'shop-overlays-'));
    cpSync(overlays, home, { recursive: true, filter: (path) => !path.includes('secrets') });
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test('name every image by its digest, those of the shop at the registry and under the version', () => {
    expect(pin('0.2.0')).toBeGreaterThan(4);
    const images = imagesIn(home);
    expect(images.length).toBe(imagesIn(overlays).length);
    expect(images.filter((line) => !/sha256:[0-9a-f]{64}/.test(line))).toEqual([]);
    const orders = `${REGISTRY}/shop-orders`;
    const line = `- { name: shop-orders, newName: ${orders}, newTag: '0.2.0', digest: '${digestOf(`${orders}:0.2.0`)}' }`;
    expect(images.filter((image) => image === line)).toHaveLength(2);
    expect(images).toContain(`- { name: postgres, newTag: '18', digest: '${digestOf('postgres:18')}' }`);
  });

  test('name by its digest also what comes from a registry with a port, in an object of an operator too', () => {
    const file = join(home, 'large/backing/postgres.yaml');
    const copy = 'registry.example.org:5000/postgresql:18';
    writeFileSync(file, readFileSync(file, 'utf8').replace(/imageName: .*/, `imageName: ${copy}`));
    pin('0.2.0');
    pin('0.3.0');
    expect(readFileSync(file, 'utf8')).toContain(`imageName: ${copy}@${digestOf(copy)}\n`);
  });

  test('take the next release as the first', () => {
    pin('0.2.0');
    pin('0.3.0');
    const images = imagesIn(home).join('\n');
    expect(images).toContain(digestOf(`${REGISTRY}/shop-orders:0.3.0`));
    expect(images).not.toContain('0.2.0');
    expect(images.match(/sha256:/g)).toHaveLength(imagesIn(overlays).length);
  });
});
