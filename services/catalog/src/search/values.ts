/**
 * Texts that many tracks share, each under a small number, with how many tracks have it. A number is used again once nothing has its
 * text any more.
 */
export function createValues() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const uses: number[] = [];
  const free: number[] = [];
  const textOf = (number: number) => texts[number] ?? '';
  return {
    take(text: string): number {
      let number = numbers.get(text);
      if (number === undefined) {
        number = free.pop() ?? texts.length;
        numbers.set(text, number);
        texts[number] = text;
        uses[number] = 0;
      }
      uses[number] = (uses[number] ?? 0) + 1;
      return number;
    },
    drop(number: number) {
      const left = (uses[number] ?? 0) - 1;
      uses[number] = left;
      if (left > 0) return;
      numbers.delete(textOf(number));
      free.push(number);
    },
    textOf,
    numberOf: (text: string) => numbers.get(text),
    /** One flag for each number, set for those of these texts that are in use. */
    flagsOf(some: readonly string[]): Uint8Array {
      const flags = new Uint8Array(texts.length);
      for (const text of some) {
        const number = numbers.get(text);
        if (number !== undefined) flags[number] = 1;
      }
      return flags;
    },
    /** One more than the largest number. */
    size: () => texts.length,
    texts: () => numbers.keys(),
    /** Those of the texts that contain another. */
    containing: (part: string) => texts.filter((text, number) => (uses[number] ?? 0) > 0 && text.includes(part)),
  };
}

export type Values = ReturnType<typeof createValues>;
