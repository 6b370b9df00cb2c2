import '@testing-library/jest-dom';

/** jsdom lays nothing out; widths are those of its window (1024 unless a test says otherwise). */
window.matchMedia ??= (media) =>
  ({
    media,
    matches: window.innerWidth <= Number(/max-width:\s*(\d+)px/.exec(media)?.[1] ?? -1),
    addEventListener: () => {},
    removeEventListener: () => {},
  }) as unknown as MediaQueryList;
