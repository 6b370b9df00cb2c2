/** A Hann window of `size` samples. */
export const hannWindow = (size: number) =>
  Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size));

/**
 * Cuts a recording that comes in blocks of any length into frames of `size` samples, each `hop` samples after the one before.
 * @param onFrame is given the same memory each time
 * @returns takes the next block
 */
export function cutFrames(size: number, hop: number, onFrame: (frame: Float32Array) => void) {
  const recent = new Float32Array(size);
  let fill = 0;
  return (samples: Float32Array) => {
    for (let from = 0; from < samples.length;) {
      const part = samples.subarray(from, from + size - fill);
      recent.set(part, fill);
      from += part.length;
      fill += part.length;
      if (fill < size) return;
      onFrame(recent);
      recent.copyWithin(0, hop);
      fill = size - hop;
    }
  };
}
