import { contractHash, renderRecord, type RecordFacts } from '../index';
import { readContract } from '../testing/read-contract';

const facts: RecordFacts = {
  siteName: 'Ghostline',
  title: 'Record of the sale',
  number: 'Order 1042',
  drawnAt: '2026-12-01T00:00:00.000Z',
  sections: [
    { heading: 'Terms', rows: [{ label: 'Accepted', text: 'Version 2026-11, on 30 November 2026' }] },
    { heading: 'Messages', rows: [] },
  ],
};

test('a record shows its sections line by line, and one without lines says so; the same facts give the same bytes', async () => {
  const pdf = await renderRecord(facts);
  const { text } = readContract(pdf);
  for (const part of ['Record of the sale', 'Order 1042', 'Version 2026-11', 'Messages: nothing']) expect(text).toContain(part);
  expect(contractHash(await renderRecord(facts))).toBe(contractHash(pdf));
});

test('a long message runs over several lines and pages', async () => {
  const text = 'The kick is missing in the stems. '.repeat(150);
  const rows = Array.from({ length: 6 }, (_, at) => ({ label: `Message ${at}`, text: `${text} End ${at}.` }));
  const read = readContract(await renderRecord({ ...facts, sections: [{ heading: 'Messages', rows }] }));
  expect(read.text).toContain('End 5.');
});
