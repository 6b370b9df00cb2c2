declare module 'unicode-confusables' {
  /** Replaces every character by the plainest one that looks like it. */
  export function rectifyConfusion(text: string): string;
}
