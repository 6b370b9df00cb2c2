/** A part of a mail. The HTML and the text of a mail are made from the same blocks. Links are absolute. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'rows'; rows: { label: string; value: string; strong?: boolean }[] }
  | { kind: 'links'; title: string; links: { label: string; note: string; url: string }[] }
  | { kind: 'note'; text: string };

export const text = (content: string): Block => ({ kind: 'text', text: content });
/** A paragraph in small print. */
export const note = (content: string): Block => ({ kind: 'note', text: content });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });
