import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import styles from './DataTable.module.css';
import { Skeleton } from './Skeleton';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The service's name for ordering by this column; without it the header is plain text. */
  sort?: string;
  /** Numbers, in the monospace and to the right. */
  number?: boolean;
  /** A cell that gets the width that is left. */
  wide?: boolean;
};

/**
 * A list as a table with headers; on a phone each row is a block of labelled lines. `sort` is the current order, `name` or
 * `-name`. `rows` undefined draws a skeleton; `stale` dims what is shown while the next page loads.
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
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={caption}>
      {/* the roles outlive the phone's layout, where the rows are no table to the browser any more */}
      <table className={styles.table} role="table" aria-busy={!rows || stale}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={cx(stale && styles.stale)}>
          {rows
            ? rows.map((row) => <TableRow key={row.id} row={row} columns={columns} />)
            : Array.from({ length: skeletonRows }, (_, row) => <SkeletonRow key={row} columns={columns.length} />)}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: string;
  onSort: ((sort: string) => void) | undefined;
}) {
  const up = column.sort !== undefined && sort === column.sort;
  const down = column.sort !== undefined && sort === `-${column.sort}`;
  return (
    <th
      role="columnheader"
      scope="col"
      className={cx(column.number && styles.number, column.wide && styles.wide)}
      aria-sort={up ? 'ascending' : down ? 'descending' : undefined}
    >
      {column.sort && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(up ? `-${column.sort}` : column.sort!)}>
          {column.header}
          {up && <ArrowUp size={12} aria-hidden />}
          {down && <ArrowDown size={12} aria-hidden />}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function TableRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <td key={column.header} role="cell" data-label={column.header} className={cx(column.number && styles.number)}>
          <div className={styles.value}>{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}

const SkeletonRow = ({ columns }: { columns: number }) => (
  <tr role="row">
    {Array.from({ length: columns }, (_, column) => (
      <td key={column} role="cell">
        <Skeleton width={column === 0 ? '40%' : '70%'} />
      </td>
    ))}
  </tr>
);
