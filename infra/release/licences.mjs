import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { allowed, exceptions } = read('licences.json');

/** "MIT AND (ISC OR X)": all parts of AND, one of OR. Brackets stand around a whole expression only. */
const mayUse = (expression) => {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(mayUse);
  return bare.split(' AND ').every((licence) => allowed.includes(licence));
};

/** What of package-lock.json goes with a release, each with its licence; `reason` stands where it is not on the list, null where none is given. */
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
