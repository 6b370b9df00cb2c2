import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { allowed, exceptions } = read('licences.json');

/**
 * Whether a licence expression is allowed: of `A AND B` both must be allowed, of `A OR B` one. Brackets are understood around a
 * whole expression only.
 */
const mayUse = (expression) => {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(mayUse);
  return bare.split(' AND ').every((licence) => allowed.includes(licence));
};

/**
 * The packages of package-lock.json that are part of a release, each with its licence. `reason` says why a licence outside the
 * allowed list is accepted; otherwise it is null.
 */
export function licences(lock = read('../../package-lock.json')) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license = null }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const exception = exceptions[name];
      const ok = license !== null && mayUse(license);
      return { name, version, licence: license, ok, reason: ok ? null : exception?.says === license ? exception.why : null };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

export const unknownLicences = (lock) => licences(lock).filter(({ ok, reason }) => !ok && !reason);
