import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** A program that runs in the image. It reads npm's list of its installed packages, and dpkg's list of the system's packages. */
const LOOK = `
const { existsSync, readFileSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
const npm = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link && existsSync(path))
  .map(([path, { version, license, integrity }]) => ({ name: path.split('node_modules/').at(-1), version, license, integrity }));
const [id, release] = ['ID', 'VERSION_ID'].map((name) => new RegExp('^' + name + '="?([^"\\n]+)', 'm').exec(readFileSync('/etc/os-release', 'utf8'))[1]);
const lines = execFileSync('dpkg-query', ['--show', '--showformat=\${Package} \${Version} \${Architecture}\\n'], { encoding: 'utf8' });
const system = lines.trim().split('\\n').map((line) => line.split(' ')).map(([name, version, architecture]) => ({ name, version, architecture }));
console.log(JSON.stringify({ node: process.versions.node, npm, system, distribution: { id, release } }));
`;

/** The contents of a part's image: packages of npm, packages of the system, and Node. */
export const contentsOf = (image) =>
  JSON.parse(
    execFileSync('docker', ['run', '--rm', '--interactive', '--network=none', '--entrypoint=node', image, '-'], {
      encoding: 'utf8',
      input: LOOK,
      maxBuffer: 2 ** 26,
    }),
  );

const hashesOf = (integrity) => {
  const [, algorithm, value] = /^(sha512|sha256|sha1)-(.+)$/.exec(integrity ?? '') ?? [];
  return algorithm
    ? { hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') }] }
    : {};
};
const library = (purl, { name, version, license, integrity }) => ({
  type: 'library',
  'bom-ref': purl,
  name,
  version,
  purl,
  ...(license ? { licenses: [/^SEE /.test(license) ? { license: { name: license } } : { expression: license }] } : {}),
  ...hashesOf(integrity),
});
const once = (components) => [...new Map(components.map((component) => [component.purl, component])).values()];

/** The list of an image's contents (SBOM), in the format CycloneDX. */
export function sbomOf({ image, version, created, contents: { node, npm, system, distribution } }) {
  const { id, release } = distribution;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: created, component: { type: 'container', 'bom-ref': image, name: image, version } },
    components: once([
      library(`pkg:generic/node@${node}`, { name: 'node', version: node, license: 'MIT' }),
      ...npm.map((component) => library(`pkg:npm/${component.name.replace('@', '%40')}@${component.version}`, component)),
      ...system.map((component) =>
        library(
          `pkg:deb/${id}/${encodeURIComponent(component.name)}@${encodeURIComponent(component.version)}?arch=${component.architecture}&distro=${id}-${release}`,
          component,
        ),
      ),
    ]),
  };
}
