import { lettersIn } from '@shop/contracts/finding';

/** Texts that many tracks share, each under a small number, with how many tracks have it. Unused numbers are used again. */
export function createValues() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const letters: number[] = [];
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
        letters[number] = lettersIn(text);
        uses[number] = 0;
      }
      uses[number] = (uses[number] ?? 0) + 1;
      return number;
    },
    drop(number: number) {
      const usesLeft = (uses[number] ?? 0) - 1;
      uses[number] = usesLeft;
      if (usesLeft > 0) return;
      numbers.delete(textOf(number));
      texts[number] = '';
      free.push(number);
    },
    textOf,
    numberOf: (text: string) => numbers.get(text),
    /** One flag for each number, set for the given texts that are in use. */
    flagsOf(values: readonly string[]): Uint8Array {
      const flags = new Uint8Array(texts.length);
      for (const text of values) {
        const number = numbers.get(text);
        if (number !== undefined) flags[number] = 1;
      }
      return flags;
    },
    /** One more than the largest number. */
    size: () => texts.length,
    texts: () => numbers.keys(),
    /** Every text by its number (empty when the number is unused), and the letters of each. */
    all: (): { texts: readonly string[]; letters: readonly number[] } => ({ texts, letters }),
    /** One flag for each number, set for the texts that contain `part`; null when none does. */
    flagsContaining(part: string): Uint8Array | null {
      const partLetters = lettersIn(part);
      let flags: Uint8Array | null = null;
      for (let number = 0; number < texts.length; number++) {
        // The letters alone rule out most texts.
        if ((partLetters & ~(letters[number] ?? 0)) !== 0 || !texts[number]?.includes(part)) continue;
        flags ??= new Uint8Array(texts.length);
        flags[number] = 1;
      }
      return flags;
    },
  };
}

export type Values = ReturnType<typeof createValues>;
