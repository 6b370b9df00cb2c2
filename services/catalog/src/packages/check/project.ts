import { constants, gunzipSync } from 'node:zlib';
import type { StoredFile } from './sound';

/** Enough for the first line of a project; what unpacks to more than `MOST_UNPACKED` is none. */
const HEAD_BYTES = 4096;
const MOST_UNPACKED = 8 * 1024 ** 2;

const PROGRAMS: Record<string, string> = {
  als: 'Ableton Live',
  flp: 'FL Studio',
  logic: 'Logic Pro',
  logicx: 'Logic Pro',
  cpr: 'Cubase',
  npr: 'Nuendo',
  rpp: 'Reaper',
  bwproject: 'Bitwig Studio',
  song: 'Studio One',
  ptx: 'Pro Tools',
  reason: 'Reason',
};

/** The program that a project is opened with, by the ending of its file, or of the folder that it is; undefined for another file. */
export function programOf(path: string): string | undefined {
  const endings = path.split('/').map((name) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '');
  return endings.map((ending) => PROGRAMS[ending]).find((program) => program !== undefined);
}

/**
 * Reads which program a project was saved with, and its version where the file's first bytes say it: an Ableton Live Set is packed XML that
 * names its creator, and FL Studio's begins with its version.
 * @returns undefined for a file that is no project
 */
export async function readProgram(file: StoredFile): Promise<string | undefined> {
  const program = programOf(file.path);
  if (program !== PROGRAMS.als && program !== PROGRAMS.flp) return program;
  const head = await headOf(file);
  const version = program === PROGRAMS.als ? versionOfLive(head) : versionOfStudio(head);
  return version === undefined ? program : `${program} ${version}`;
}

async function headOf(file: StoredFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

function versionOfLive(head: Buffer): string | undefined {
  try {
    // The head is cut off, so that it is unpacked as far as it goes.
    const text = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_UNPACKED });
    return /Creator="Ableton Live (\d[\d.]{0,11})/.exec(text.toString('latin1', 0, HEAD_BYTES))?.[1];
  } catch {
    return undefined;
  }
}

const FIRST_EVENT = 22;
const VERSION_EVENT = 199;

function versionOfStudio(head: Buffer): string | undefined {
  if (head.toString('latin1', 0, 4) !== 'FLhd' || head[FIRST_EVENT] !== VERSION_EVENT) return undefined;
  const start = FIRST_EVENT + 2;
  return /^\d+(?:\.\d+){0,2}/.exec(head.toString('latin1', start, start + (head[FIRST_EVENT + 1] ?? 0)))?.[0];
}
