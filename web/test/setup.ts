import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// Chunks are compiled when they are first loaded, perhaps on a busy machine.
configure({ asyncUtilTimeout: 45_000 });

/** jsdom has no layout. Widths are those of its window (1024 unless a test says otherwise). */
window.matchMedia ??= (media) =>
  ({
    media,
    matches: window.innerWidth <= Number(/max-width:\s*(\d+)px/.exec(media)?.[1] ?? -1),
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;

/** jsdom does not scroll. */
window.scrollTo = () => {};

/** jsdom plays nothing. `testing/stub-audio.ts` simulates playing. */
HTMLMediaElement.prototype.load = () => {};
HTMLMediaElement.prototype.pause = () => {};

/** jsdom reads files only with FileReader. */
Blob.prototype.arrayBuffer ??= function readWhole(this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

/** jsdom does not measure the loading of pages. */
performance.getEntriesByType ??= () => [];

// Typed text belongs to one visit.
afterEach(() => sessionStorage.clear());
