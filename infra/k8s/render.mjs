// Writes the output of `kubectl kustomize` for each overlay to rendered/<overlay>.yaml: `node infra/k8s/render.mjs`. The files show
// the whole effect of a change, and tests read them on machines without kubectl.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
mkdirSync(join(here, 'rendered'), { recursive: true });
for (const overlay of ['small', 'large']) {
  const text = execFileSync('kubectl', ['kustomize', join(here, 'overlays', overlay)], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  writeFileSync(join(here, 'rendered', `${overlay}.yaml`), `# Written by infra/k8s/render.mjs.\n${text}`);
}
