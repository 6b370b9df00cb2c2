import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import styles from './DataTable.module.css';
import { FilterSelect } from './FilterSelect';
import { RowBoundary } from '../feedback/RowBoundary';
import { Skeleton } from '../feedback/Skeleton';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The service's name for sorting by this column. Without it the header is plain text. */
  sort?: string;
  /** A column of numbers: monospace, aligned right. */
  number?: boolean;
  /** The column that takes the remaining width. */
  wide?: boolean;
  /** A text that a person typed: it breaks within a word that is longer than the column. */
  typed?: boolean;
  /** A value that never breaks into lines, such as a date. */
  oneLine?: boolean;
  /** Columns whose values stand below this column's, in the same cells, so that a wide table fits on the screen. */
  under?: readonly Omit<Column<Row>, 'number' | 'wide' | 'under'>[];
};

/** Columns that are known before their values are. */
type Shape = Pick<Column<never>, 'header' | 'number' | 'wide'> & { under?: readonly { header: string }[] };

/** In a narrow table the wide column, two of those before it and the actions make the first line of a row, and all others the second. */
function cellClass({ header, number, wide }: Shape, at: number, columns: readonly Shape[]): string {
  const isActions = header === 'Actions';
  const isFirst = wide || (at < 2 && columns.slice(at).some((later) => later.wide));
  return cx(styles.cell, number && styles.number, isFirst && styles.first, wide && styles.lead, isActions && styles.acts);
}

const partsOf = <Row,>({ under = [], ...column }: Column<Row>) => [column, ...under];

type Sorting = { sort: string; onSort: ((sort: string) => void) | undefined };

/**
 * A list as a table. Where it has too little room, each row is a block: two lines, or on a phone a line for each value; a select above them sorts. `sort` is the current
 * order, `name` or `-name`. Without `rows`, a skeleton is drawn; `stale` dims the old rows while the next page loads.
 */
export function DataTable<Row extends { id: number | string }>({
  caption,
  columns,
  rows,
  empty,
  sort = '',
  onSort,
  stale = false,
  skeletonRows = 10,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  empty: ReactNode;
  sort?: string;
  onSort?: (sort: string) => void;
  stale?: boolean;
  skeletonRows?: number;
}) {
  if (rows?.length === 0) return <div className={styles.empty}>{empty}</div>;
  return (
    <div className={`folds ${styles.scroller}`} tabIndex={0} role="region" aria-label={caption}>
      <SortSelect columns={columns} sort={sort} onSort={onSort} />
      {/* Explicit roles, because in a folded table the browser no longer sees one. */}
      <table className={styles.table} role="table" aria-busy={!rows || stale}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup" className={styles.headers}>
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={cx(styles.body, stale && styles.stale)}>
          {rows ? (
            rows.map((row) => (
              <RowBoundary key={row.id} instead={<BrokenRow id={row.id} columns={columns.length} />}>
                <TableRow row={row} columns={columns} />
              </RowBoundary>
            ))
          ) : (
            <SkeletonRows rows={skeletonRows} columns={columns} />
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Sorts the rows of a folded table, whose headers are hidden. */
function SortSelect<Row>({ columns, sort, onSort }: { columns: readonly Column<Row>[] } & Sorting) {
  const orders = columns.flatMap(partsOf).flatMap(({ header, sort: name }) =>
    name
      ? [
          { value: name, text: `${header}, ascending` },
          { value: `-${name}`, text: `${header}, descending` },
        ]
      : [],
  );
  if (!onSort || orders.length === 0) return null;
  const isKnown = orders.some(({ value }) => value === sort);
  return (
    <div className={styles.sorting}>
      <FilterSelect
        label="Sort by"
        value={isKnown ? sort : ''}
        options={[{ value: '', text: 'Usual order' }, ...orders]}
        onChange={onSort}
      />
    </div>
  );
}

function HeaderCell<Row>({ column, sort, onSort }: { column: Column<Row> } & Sorting) {
  const parts = partsOf(column);
  const order = parts.map((part) => orderOf(part, sort)).find(Boolean);
  const shape = cx(styles.head, column.number && styles.number, column.wide && styles.wide);
  return (
    <th role="columnheader" scope="col" className={shape} aria-sort={order}>
      {parts.map((part) => (
        <div key={part.header}>
          <HeaderPart of={part} sort={sort} onSort={onSort} />
        </div>
      ))}
    </th>
  );
}

function orderOf({ sort: name }: { sort?: string }, sort: string): 'ascending' | 'descending' | undefined {
  if (!name || !sort.endsWith(name)) return undefined;
  return sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
}

function HeaderPart({ of: { header, sort: name }, sort, onSort }: { of: { header: string; sort?: string } } & Sorting) {
  if (!name || !onSort) return <span className={styles.plain}>{header}</span>;
  const order = orderOf({ sort: name }, sort);
  return (
    <button type="button" className={styles.sort} onClick={() => onSort(order === 'ascending' ? `-${name}` : name)}>
      {header}
      {order === 'ascending' && <ArrowUp size={12} aria-hidden />}
      {order === 'descending' && <ArrowDown size={12} aria-hidden />}
    </button>
  );
}

function TableRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <tr role="row" className={styles.row}>
      {columns.map((column, at) => (
        <td key={column.header} role="cell" className={cellClass(column, at, columns)}>
          {partsOf(column).map(({ header, cell, oneLine, typed }) => (
            <div key={header} className={cx(styles.value, oneLine && styles.oneLine, typed && styles.typed)} data-label={header}>
              <div dir="auto">{cell(row)}</div>
            </div>
          ))}
        </td>
      ))}
    </tr>
  );
}

const BrokenRow = ({ id, columns }: { id: unknown; columns: number }) => (
  <tr role="row" className={styles.row}>
    <td role="cell" colSpan={columns} className={cx(styles.cell, 'muted')}>
      Entry {String(id)} cannot be shown.
    </td>
  </tr>
);

/** Grey bars in place of the values that are loading, in the same cells. The first row has a text for screen readers. */
const SkeletonRows = ({ rows, columns }: { rows: number; columns: readonly Shape[] }) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row} role="row" className={styles.row}>
      {columns.map((column, at) => (
        <td key={column.header} role="cell" className={cx(cellClass(column, at, columns), styles.bar)}>
          {row === 0 && at === 0 && (
            <span role="status" className="visually-hidden">
              Loading...
            </span>
          )}
          {[column, ...(column.under ?? [])].map(({ header }) => (
            <div key={header} className={styles.value} data-label={header}>
              <div>
                {header === 'Actions' ? (
                  <Skeleton width="72px" height="40px" />
                ) : (
                  <Skeleton width={column.wide ? '60%' : '100%'} />
                )}
              </div>
            </div>
          ))}
        </td>
      ))}
    </tr>
  ));
