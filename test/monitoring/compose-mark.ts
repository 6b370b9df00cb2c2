import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
export const READ_AT_START = ['infra/monitoring/prometheus.yml', 'infra/monitoring/alerts.yml'];

/** The compose file with the mark of Prometheus' files, which it reads at its start: a new mark makes compose restart it. */
export const withRules = (compose: string) =>
  compose.replace(/(shop\.rules: ')\w*/, (_, label: string) => {
    const hash = createHash('sha256');
    for (const file of READ_AT_START) hash.update(readFileSync(join(root, file)));
    return `${label}${hash.digest('hex').slice(0, 12)}`;
  });
