import { createHash } from 'node:crypto';
import { useLog } from '../testing/sales-log';
import { inclusionPath, newestHead } from './log';
import { leafHash, nodeHash } from './merkle';

const log = useLog();

test('the empty log has a head, and each append signs the next', async () => {
  const { manager } = log.source;
  expect(await newestHead(manager, log.signing)).toMatchObject({
    size: 0,
    root: createHash('sha256').update('').digest('base64'),
    origin: 'shop.example/log',
  });
  expect(await log.append('a', 'b')).toBe(0);
  expect(await log.append('c')).toBe(2);
  const head = await newestHead(manager, log.signing);
  const [a, b, c] = ['a', 'b', 'c'].map(leafHash) as [Buffer, Buffer, Buffer];
  expect(head).toMatchObject({ size: 3, root: nodeHash(nodeHash(a, b), c).toString('base64') });
  expect(await inclusionPath(manager, 0, 3)).toEqual([b, c].map((hash) => hash.toString('base64')));
});
