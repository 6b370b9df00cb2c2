import { join } from 'node:path';
import { MOVES } from '../../services/orders/src/orders/order-process';
import { root } from '../files/repository-files';

export const ARCHITECTURE_DOC = join(root, 'docs', 'architecture.md');
const [BEGIN, END] = ['<!-- written from services/orders/src/orders/order-process.ts -->', '<!-- end -->'];

const inCode = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** Lists of states that stand in many rows, and the words for them on the page. */
const STATES = { unpaid: MOVES['capture-completed'][0]!.from, 'paid once': MOVES['refund-asked'][0]!.from, any: MOVES['status-changed'][0]!.from };

function inStates(from: readonly string[]): string {
  const list = Object.entries(STATES).find(([, states]) => states.length === from.length && states.every((state) => from.includes(state)));
  return list ? `*${list[0]}*` : inCode(from);
}

/** The life of a payment as a table: a row for each move. */
function renderPaymentTable(): string {
  const rows = Object.entries(MOVES).flatMap(([kind, moves]) =>
    moves.map(({ from, to, claims, certificates, history, event }) => {
      const certificate = certificates?.change ?? (claims === 'sell' ? 'made' : undefined);
      const effects = [claims, certificate && `certificates ${certificate}`, event && inCode([event])].filter(Boolean);
      return `| \`${kind}\` | ${inStates(from)} | ${to ? inCode([to]) : '–'} | ${history} | ${effects.join('; ')} |`;
    }),
  );
  const { unpaid, 'paid once': paidOnce } = STATES;
  const legend = `*unpaid*: ${inCode(unpaid)}; *paid once*: ${inCode(paidOnce)}.`;
  return [legend, '', '| news | in | becomes | history | effects |', '|---|---|---|---|---|', ...rows].join('\n');
}

/** The page with the table as the code has it now. */
export function withPaymentTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`architecture.md has no place for the table: ${BEGIN} … ${END}`);
  return `${before}${BEGIN}\n\n${renderPaymentTable()}\n\n${END}${after}`;
}
