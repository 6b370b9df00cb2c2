/** What is used here of fft.js; the package declares no types. Complex numbers lie as pairs in one array. */
declare module 'fft.js' {
  class FFT {
    /** @param size a power of two */
    constructor(size: number);
    createComplexArray(): number[];
    realTransform(out: number[], data: ArrayLike<number>): void;
    completeSpectrum(spectrum: number[]): void;
    inverseTransform(out: number[], data: number[]): void;
  }
  export = FFT;
}
