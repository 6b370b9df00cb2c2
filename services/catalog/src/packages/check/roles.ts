import type { PackageRole } from '@shop/contracts/constants';
import { canonicalPath } from './paths';

const AUDIO = /\.(wav|wave|bwf|rf64|w64|aif|aiff|aifc|flac)$/i;
const LOSSY_AUDIO = /\.(mp3|m4a|aac|ogg|oga|opus|wma|alac|caf)$/i;
const MIDI = /\.(mid|midi|smf)$/i;
const IMAGE = /\.(jpe?g|png|webp|gif|tiff?|psd|ai|svg|heic)$/i;
// Some projects are folders whose name ends so.
const PROJECT =
  /\.(als|alp|asd|flp|logicx?|band|cpr|npr|ptx|ptf|pts|rpp|rpp-bak|bwproject|song|reason|rns|aup3?|dawproject|xrns|mmpz?|cwp|sesx|ardour|tracktionedit|omf|aaf)(\/|$)/i;

const UNMASTERED_WORD =
  /un[\s_-]*master|non?[\s_-]*master|pre[\s_-]*master|without[\s_-]*master|без[\s_-]*мастер|не[\s_-]*мастер|премастер|ohne[\s_-]*master|sin[\s_-]*master|sans[\s_-]*master|未マスター|マスタリング前/;
const MASTERED_WORD = /master|мастер|マスター|母带|마스터/;
const STEM_WORD =
  /stem|^tracks$|track[\s_-]*outs?|multi[\s_-]*tracks?|стем|дорожк|мультитрек|spuren|pistas|pistes|ステム|分轨|스템/;
const MIDI_WORD = /midi|миди/;
const PROJECT_WORD =
  /^(projec?k?ts?|projet|proyecto|progetto|projeto|проект|プロジェクト|工程|session|daw|ableton|fl[\s_-]*studio|logic|cubase|studio[\s_-]*one|bitwig|reaper|pro[\s_-]*tools)([\s_-]*(pro|live|files?|folder|\d+))*$/;

type FolderRole = 'master' | 'unmastered' | 'stem' | 'midi' | 'project';

/**
 * The roles of a package's files by their folders and names (docs/product/packages.md#roles). Case, the form of letters, numbers before
 * a name and one folder around everything do not matter. Their maker may correct a role.
 *
 * @returns the roles in the order of the paths
 */
export function rolesOf(paths: readonly string[]): PackageRole[] {
  const plain = withoutWrapping(paths.map((path) => canonicalPath(path).toLowerCase()));
  const roles = plain.map(roleOf);
  const losslessRoles = new Set(plain.flatMap((path, i) => (AUDIO.test(path) ? [roles[i]] : [])));
  // An unmastered mix among the stems is one file; when several are called so, it is how the stems are called.
  const mixes = plain.filter((path, i) => roles[i] === 'stem' && UNMASTERED_WORD.test(nameOf(path)));
  return roles.map((role, i) => {
    const path = plain[i] ?? '';
    if (mixes.length === 1 && mixes[0] === path && !losslessRoles.has('unmastered')) return 'unmastered';
    // An MP3 of the master beside the master is a present, not a fault.
    return (role === 'master' || role === 'unmastered') && LOSSY_AUDIO.test(path) && losslessRoles.has(role) ? 'other' : role;
  });
}

function roleOf(path: string): PackageRole {
  if (MIDI.test(path)) return 'midi';
  const folders = path.split('/').slice(0, -1);
  const folder = folderRole(folders);
  if (folder === 'project' || PROJECT.test(path)) return 'project';
  if (IMAGE.test(path)) return 'artwork';
  if (!AUDIO.test(path) && !LOSSY_AUDIO.test(path)) return folder === 'midi' && !/\.\w+$/.test(nameOf(path)) ? 'midi' : 'other';
  if (folder === 'stem') return 'stem';
  if (UNMASTERED_WORD.test(nameOf(path))) return 'unmastered';
  if (folder === 'midi') return 'other';
  if (folder) return folder;
  return MASTERED_WORD.test(nameOf(path)) ? 'master' : 'other';
}

/** The outermost folder that says a role; below `Master` an unmastered version or stems may lie. */
function folderRole(folders: readonly string[]): FolderRole | undefined {
  const roles = folders.flatMap((name) => roleOfFolder(name) ?? []);
  if (roles[0] !== 'master') return roles[0];
  return roles.find((role) => role === 'unmastered' || role === 'stem') ?? 'master';
}

function roleOfFolder(name: string): FolderRole | undefined {
  const words = name.replace(/^[\s\d._()[\]-]+/, '').trim();
  if (PROJECT_WORD.test(words)) return 'project';
  if (STEM_WORD.test(words)) return 'stem';
  if (MIDI_WORD.test(words)) return 'midi';
  if (UNMASTERED_WORD.test(words)) return 'unmastered';
  if (MASTERED_WORD.test(words)) return 'master';
  return undefined;
}

/** Leaves out the folder around everything, unless the role of the files is in its name alone. */
function withoutWrapping(paths: readonly string[]): string[] {
  const first = paths[0]?.split('/')[0];
  if (first === undefined || paths.some((path) => !path.startsWith(`${first}/`))) return [...paths];
  const inside = paths.map((path) => path.slice(first.length + 1));
  const saysRoles = inside.some((path) =>
    path
      .split('/')
      .slice(0, -1)
      .some((name) => roleOfFolder(name) !== undefined),
  );
  return roleOfFolder(first) === undefined || saysRoles ? withoutWrapping(inside) : [...paths];
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
