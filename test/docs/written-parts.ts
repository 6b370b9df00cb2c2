import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOVES } from '../../services/orders/src/orders/order-process';
import { OWN_ROWS } from '../../services/orders/src/own-data/own-rows';
import { root } from '../files/repository-files';

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

/** The rows that belong to a buyer alone as a list of the retention: a line for each table. */
const renderOwnRows = () =>
  Object.values(OWN_ROWS)
    .map(({ table, retention: { what, until } }) => `- ${what} (\`orders.${table}\`): ${until}`)
    .join('\n');

/** The parts of pages that are written from the code: the page, the source that its mark names, and the text. */
const PARTS = [
  { page: 'docs/architecture.md', source: 'services/orders/src/orders/order-process.ts', render: renderPaymentTable },
  { page: 'docs/retention.md', source: 'services/orders/src/own-data/own-rows.ts', render: renderOwnRows },
];

/** Each page that has such a part: its file, its text, and its text with the part as the code has it now. */
export function pagesWithParts(): { page: string; file: string; text: string; written: string }[] {
  return PARTS.map(({ page, source, render }) => {
    const file = join(root, page);
    const text = readFileSync(file, 'utf8');
    const [begin, end] = [`<!-- written from ${source} -->`, '<!-- end -->'];
    const [before, rest] = text.split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined) throw new Error(`${page} has no place for its part: ${begin} … ${end}`);
    return { page, file, text, written: `${before}${begin}\n\n${render()}\n\n${end}${after}` };
  });
}
