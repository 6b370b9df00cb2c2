import { Readable } from 'node:stream';
import { demoTracks, factsOfTrack, packagedTracks } from '../../infra/demo/src/catalogue/demo-tracks';
import { packageFiles } from '../../infra/demo/src/sound/package-files';
import { checkPackage } from '../../services/catalog/src/packages/check/check-package';
import { RULES } from '../../services/catalog/src/packages/check/rules';
import { rolesOf } from '../../services/catalog/src/packages/check/roles';

/** A whole track takes half a minute to render: a short one is held to the same rules but for its length. */
const SECONDS = 20;
const rules = { ...RULES, masterSeconds: { min: SECONDS - 5, max: SECONDS + 2 } };

test.each(packagedTracks)('the files of the demo track %s pass the check of the shop', async (name) => {
  const track = demoTracks.find((demo) => demo.name === name)!;
  const files = [...packageFiles(factsOfTrack(track), SECONDS)];
  const roles = rolesOf(files.map(({ path }) => path));
  const stored = files.map(({ path, bytes }, at) => ({
    id: path,
    path,
    role: roles[at]!,
    sizeBytes: bytes.length,
    open: () => Readable.from([bytes]),
  }));
  const { findings, files: checked } = await checkPackage(stored, { track: { bpm: track.bpm, key: track.music_key }, rules });
  expect(findings.map(({ code }) => code)).toEqual(['project-missing']);
  expect(roles.filter((role) => role === 'stem')).toHaveLength(4);
  const master = checked.find(({ id }) => id.startsWith('Master/'))!;
  expect(master).toMatchObject({ format: 'wav', bitDepth: 16, channels: 2 });
  expect(track.project_name).toBeNull();
});
