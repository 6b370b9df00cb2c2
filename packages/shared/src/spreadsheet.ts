import { stringify } from 'csv-stringify/sync';

/** A cell: text, or a number with two decimals that a spreadsheet can add up. */
type Cell = string | number | null;
type Columns<Row> = Record<string, (row: Row) => Cell>;

/** Where lists use semicolons, as in Russia, Excel ends a cell at a semicolon, even a quoted one, and a formula may follow. */
const FORMULA_BEHIND = /(;\s*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;
const inert = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(FORMULA_BEHIND, "$1'") : cell);

/**
 * A spreadsheet as CSV: UTF-8 with a byte order mark, so that Excel recognises it. Text that a spreadsheet would run as a formula gets a
 * leading apostrophe.
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

/** The body and headers of an answer that a browser saves as a file. */
export const spreadsheetFile = (name: string, csv: string) => ({
  body: Buffer.from(csv),
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
  },
});
