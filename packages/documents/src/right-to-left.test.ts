import { visualRuns } from './right-to-left';

const rtl = (text: string) => ({ text, direction: 'rtl' });
const ltr = (text: string) => ({ text, direction: 'ltr' });

test.each([
  ['a text from left to right', 'Night Bus 24', [ltr('Night Bus 24')]],
  ['words from right to left', 'שיר הלילה', [rtl('שיר הלילה')]],
  ['both', 'Noa נועה לוי Levi', [ltr('Noa '), rtl('נועה לוי'), ltr(' Levi')]],
  ['a figure between them', 'א 24 ב', [rtl(' ב'), ltr('24'), rtl('א ')]],
  ['a sign between figures', 'א 2 ?! 4 ב', [rtl(' ב'), ltr('4'), rtl(' ?! '), ltr('2'), rtl('א ')]],
  ['brackets', 'א (ב)', [rtl('א )ב(')]],
  ['Arabic', 'ليلى السعيد', [rtl('ليلى السعيد')]],
  ['letters beyond the first plane', '𝐀 א 𝐁', [ltr('𝐀 '), rtl('א'), ltr(' 𝐁')]],
])('%s is set in runs, from the left', (_, text, runs) => {
  expect(visualRuns(text)).toEqual(runs);
});
