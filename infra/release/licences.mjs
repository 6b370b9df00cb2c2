import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { allowed, exceptions } = read('licences.json');

/**
 * Whether an expression such as "MIT AND (ISC OR X)" is allowed: all parts of AND, one part of OR. Brackets may surround only a whole
 * expression.
 */
const mayUse = (expression) => {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(mayUse);
  return bare.split(' AND ').every((licence) => allowed.includes(licence));
};

/**
 * The packages of package-lock.json that go with a release, each with its licence. `reason` says why a licence that is not on the list is
 * accepted; it is null for the others.
 */
export function licences(lock = read('../../package-lock.json')) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license = null }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const known = exceptions[name];
      const ok = license !== null && mayUse(license);
      return { name, version, licence: license, ok, reason: ok ? null : known?.says === license ? known.why : null };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

export const unknownLicences = (lock) => licences(lock).filter(({ ok, reason }) => !ok && !reason);
