import { join } from 'node:path';
import { MOVES } from '../../services/orders/src/orders/order-process';
import { root } from '../files/repository-files';

export const ARCHITECTURE_DOC = join(root, 'docs', 'architecture.md');
const [BEGIN, END] = ['<!-- written from services/orders/src/orders/order-process.ts -->', '<!-- end -->'];

const inCode = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** The life of a payment as a table: a row for each move. */
function renderPaymentTable(): string {
  const rows = Object.entries(MOVES).flatMap(([kind, moves]) =>
    moves.map(({ from, to, claims, certificates, history, event }) => {
      const effects = [claims ?? '–', certificates?.change ?? (claims === 'sell' ? 'made' : '–'), history, event ? inCode([event]) : '–'];
      return `| \`${kind}\` | ${inCode(from)} | ${to ? inCode([to]) : 'the same'} | ${effects.join(' | ')} |`;
    }),
  );
  return ['| news | in | becomes | claims | certificates | history | event |', '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

/** The page with the table as the code has it now. */
export function withPaymentTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`architecture.md has no place for the table: ${BEGIN} … ${END}`);
  return `${before}${BEGIN}\n\n${renderPaymentTable()}\n\n${END}${after}`;
}
