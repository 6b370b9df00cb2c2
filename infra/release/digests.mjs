import { execFileSync } from 'node:child_process';

/**
 * The present digest of an image at the registry: that of its list of platforms, so it fits every machine. @throws Error when there
 * is none
 */
export function digestOf(image) {
  // Older versions of buildx print a whole page for `{{.Manifest.Digest}}`, so this asks for JSON.
  const answer = execFileSync('docker', ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image], {
    encoding: 'utf8',
  });
  const { digest } = JSON.parse(answer);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`The registry has no digest for ${image}`);
  return digest;
}
