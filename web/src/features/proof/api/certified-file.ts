import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CERTIFICATE_CODE } from '@shop/contracts/constants';
import type { CertificateText } from '@shop/contracts/views';

const CHUNK_BYTES = 1024 * 1024;

/**
 * The SHA-256 of a file in hex, read piece by piece, so that neither memory nor the page suffers from a large one.
 * @param progress called with the part that is done, 0 to 1
 * @throws the reason of `signal` when it is aborted; DOMException when the file changed or is gone
 */
export async function hashFile(file: Blob, progress: (done: number) => void, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer()));
    signal.throwIfAborted();
    progress(Math.min(1, (at + CHUNK_BYTES) / file.size));
  }
  return bytesToHex(hash.digest());
}

type Match = { kind: 'contract' | 'master' | 'none' } | { kind: 'file'; path: string };

/** What a file with this hash is to a certificate. */
export function whichFile({ contract, master, files }: CertificateText, hash: string): Match {
  if (hash === contract) return { kind: 'contract' };
  if (hash === master) return { kind: 'master' };
  const file = files.find(({ sha256: fileHash }) => fileHash === hash);
  return file ? { kind: 'file', path: file.path } : { kind: 'none' };
}

/**
 * A typed or pasted code as it is stored, also out of an address: capitals, spaces and hyphens do not matter, and letters that
 * look like digits are read as those.
 * @returns null when no certificate can have it
 */
export function readCode(text: string): string | null {
  const code = text
    .trim()
    .replace(/^.*\/certificate\//s, '')
    .replace(/[/?#].*$/s, '')
    .toLowerCase()
    .replace(/[\s\-–—_]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return CERTIFICATE_CODE.test(code) ? code : null;
}

/** A code in groups, easier to compare and to type. */
export const codeInGroups = (code: string) => code.replace(/(.{5})(?=.)/g, '$1-');
