import { execFileSync } from 'node:child_process';

/** The digest of the image's list of platforms as its registry has it now, so that it fits every machine. @throws Error without one. */
export function digestOf(image) {
  // older versions of buildx print a page for `{{.Manifest.Digest}}`
  const answer = execFileSync('docker', ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image], {
    encoding: 'utf8',
  });
  const { digest } = JSON.parse(answer);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`The registry has no digest for ${image}`);
  return digest;
}
