import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// chunks are compiled when they are first asked for, on machines that may be busy
configure({ asyncUtilTimeout: 15_000 });

/** jsdom lays nothing out; widths are those of its window (1024 unless a test says otherwise). */
window.matchMedia ??= (media) =>
  ({
    media,
    matches: window.innerWidth <= Number(/max-width:\s*(\d+)px/.exec(media)?.[1] ?? -1),
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;

/** Nor does it scroll. */
window.scrollTo = () => {};

/** jsdom plays nothing; testing/stub-audio.ts does as if it played. */
HTMLMediaElement.prototype.load = () => {};
HTMLMediaElement.prototype.pause = () => {};

/** jsdom reads files only in the older way. */
Blob.prototype.arrayBuffer ??= function readWhole(this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

/** jsdom measures no loading of pages. */
performance.getEntriesByType ??= () => [];

// what was typed belongs to one visit
afterEach(() => sessionStorage.clear());
