import { stringify } from 'csv-stringify/sync';

/** A cell is text, or a number that a spreadsheet can add up, with two decimals. */
type Cell = string | number | null;
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** Where lists are written with semicolons, as in Russia, Excel ends a cell there too, quoted or not: a formula may begin behind one. */
const FORMULA_BEHIND = /(;\s*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;
const inert = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(FORMULA_BEHIND, "$1'") : cell);

/**
 * A spreadsheet as CSV: UTF-8 with a mark so that Excel sees it; text that a spreadsheet would run as a formula begins with an
 * apostrophe.
 */
export const spreadsheet = <Row>(rows: readonly Row[], columns: Columns<Row>): string =>
  stringify(
    rows.map((row) => Object.values(columns).map((cell) => inert(cell(row)))),
    {
      header: true,
      columns: Object.keys(columns),
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: { number: (amount) => amount.toFixed(2) },
    },
  );

/** The answer that saves it as a file: its body and headers. */
export const spreadsheetFile = (name: string, csv: string) => ({
  body: Buffer.from(csv),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
  },
});
