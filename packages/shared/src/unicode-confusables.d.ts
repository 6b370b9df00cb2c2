declare module 'unicode-confusables' {
  /** The text with every sign replaced by the plainest that looks like it. */
  export function rectifyConfusion(text: string): string;
}
