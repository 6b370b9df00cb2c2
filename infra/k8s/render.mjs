// Writes rendered/<overlay>.yaml: what `kubectl kustomize` makes of each overlay, so that a change can be read whole, and be checked where
// there is no kubectl. node infra/k8s/render.mjs
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
mkdirSync(join(here, 'rendered'), { recursive: true });
// kustomize reads no file outside of an overlay
copyFileSync(join(here, '../docker/backup.sh'), join(here, 'overlays/small/backing/shop-backup.sh'));
for (const overlay of ['small', 'large']) {
  const text = execFileSync('kubectl', ['kustomize', join(here, 'overlays', overlay)], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  writeFileSync(join(here, 'rendered', `${overlay}.yaml`), `# Written by infra/k8s/render.mjs.\n${text}`);
}
