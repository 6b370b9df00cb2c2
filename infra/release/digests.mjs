import { execFileSync } from 'node:child_process';

/** The digest of the image's list of platforms as its registry has it now, so that it fits every machine. @throws Error without one. */
export function digestOf(image) {
  const digest = execFileSync('docker', ['buildx', 'imagetools', 'inspect', '--format', '{{.Manifest.Digest}}', image], {
    encoding: 'utf8',
  }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`The registry has no digest for ${image}`);
  return digest;
}
