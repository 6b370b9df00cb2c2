import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { programOf, readProgram } from './project';

const fileOf = (path: string, body: Buffer) => ({ path, sizeBytes: body.length, open: () => Readable.from([body]) });
const read = (path: string, body: Buffer) => readProgram(fileOf(path, body));
const liveSet = (creator: string) =>
  gzipSync(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Ableton MajorVersion="5" MinorVersion="11.0_11300" SchemaChangeCount="3" Creator="${creator}" Revision="">\n` +
      '<LiveSet/>'.repeat(5000),
  );
const studioProject = (version: string) => {
  const head = Buffer.alloc(24);
  head.write('FLhd', 0, 'latin1');
  head.write('FLdt', 14, 'latin1');
  head[22] = 199;
  head[23] = version.length + 1;
  return Buffer.concat([head, Buffer.from(`${version}\0`, 'latin1'), Buffer.alloc(100)]);
};

test('a Live Set and a project of FL Studio say the version that saved them', async () => {
  expect(await read('Project/Salt.als', liveSet('Ableton Live 11.3.4'))).toBe('Ableton Live 11.3.4');
  expect(await read('Project/Salt.flp', studioProject('20.8.3.2304'))).toBe('FL Studio 20.8.3');
});

test('what is damaged, or says something else, is known by its ending alone', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2));
  for (const body of [Buffer.alloc(0), Buffer.from('text'), liveSet('Something'), liveSet('Ableton Live <b>'), bomb])
    expect(await read('Project/Salt.als', body)).toBe('Ableton Live');
  for (const body of [Buffer.alloc(0), Buffer.from('FLhd'), studioProject('new')])
    expect(await read('Project/Salt.flp', body)).toBe('FL Studio');
  expect(await read('Project/Salt.cpr', Buffer.from('RIFF'))).toBe('Cubase');
});

test('a project may be a folder; samples, presets and texts beside it are none', () => {
  expect(programOf('Project/Salt.logicx/Alternatives/000/ProjectData')).toBe('Logic Pro');
  expect(programOf('Salt.logicx/Media/Kick.wav')).toBe('Logic Pro');
  expect(programOf('PROJECT/SALT.ALS')).toBe('Ableton Live');
  for (const path of ['Project/Kick.wav', 'Project/read me.txt', 'Project/als', 'Project'])
    expect(programOf(path)).toBeUndefined();
});
