import { execFileSync } from 'node:child_process';

/**
 * The digest by which the registry knows an image now: that of its list of platforms, so it fits every machine. @throws Error
 * when there is none
 */
export function digestOf(image) {
  // older versions of buildx print a whole page for `{{.Manifest.Digest}}`, so JSON is asked for
  const answer = execFileSync('docker', ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image], {
    encoding: 'utf8',
  });
  const { digest } = JSON.parse(answer);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`The registry has no digest for ${image}`);
  return digest;
}
