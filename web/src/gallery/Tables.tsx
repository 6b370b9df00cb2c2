import { useState } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { CsvButton } from '#ui/table/CsvButton.tsx';
import { DataTable, type Column } from '#ui/table/DataTable.tsx';
import { FilterDate } from '#ui/table/FilterDate.tsx';
import { FilterPeriod } from '#ui/table/FilterPeriod.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';
import { Pagination } from '#ui/table/Pagination.tsx';
import { RowActions } from '#ui/table/RowActions.tsx';
import { SavedViews } from '#ui/table/SavedViews.tsx';
import { StatusSelect } from '#ui/table/StatusSelect.tsx';
import { Specimen, Wide } from './Shown';

type Track = { id: number; name: string; price: number };

const TRACKS: Track[] = [
  { id: 1, name: 'Undertow', price: 290 },
  { id: 2, name: 'A track whose name goes on for longer than its column is wide', price: 1250 },
];
const COLUMNS: readonly Column<Track>[] = [
  { header: 'Name', sort: 'name', wide: true, cell: ({ name }) => name },
  { header: 'Price', sort: 'price', number: true, cell: ({ price }) => price },
  {
    header: 'Actions',
    cell: ({ name }) => (
      <RowActions
        what={name}
        actions={[
          { text: 'Edit', onClick: () => {} },
          { text: 'Delete', danger: true, onClick: () => {} },
        ]}
      />
    ),
  },
];
const STATUS_NAMES = { active: 'Active', held: 'Held', sold: 'Sold' };
const PAGE = { page: 2, limit: 2, total: 12, totalPages: 6 };

export function Tables() {
  const [sort, setSort] = useState('-name');
  const [day, setDay] = useState('2026-03-01');
  const [page, setPage] = useState(2);
  const list = { params: { page, sort }, change: () => {}, isNarrowed: true, clear: () => {} };
  const table = { columns: COLUMNS, sort, onSort: setSort, empty: 'No tracks.' };
  const status = { statuses: ['active', 'sold'], names: STATUS_NAMES, busy: false, onChange: () => {} };
  const queryState = { isFetching: false, refetch: () => {} };
  return (
    <>
      <Specimen name="CsvButton">
        <CsvButton fetch={() => Promise.resolve({ error: 'down' })} file="tracks.csv" failed="The tracks did not come." />
        <CsvButton fetch={() => new Promise(() => {})} file="tracks.csv" failed="The tracks did not come." />
      </Specimen>
      <Specimen name="DataTable">
        <Wide>
          <DataTable caption="Tracks" rows={TRACKS} {...table} />
          <DataTable caption="Tracks that are loaded anew" rows={TRACKS} stale {...table} />
          <DataTable caption="Tracks that are loaded" rows={undefined} skeletonRows={2} {...table} />
          <DataTable caption="No tracks" rows={[]} {...table} />
        </Wide>
      </Specimen>
      <Specimen name="FilterDate">
        <FilterDate label="From" value={day} onChange={setDay} />
        <FilterDate label="From, not chosen" value="" onChange={() => {}} />
      </Specimen>
      <Specimen name="FilterPeriod">
        <FilterPeriod list={{ ...list, params: { ...list.params, q: '', from: day, to: '' } }} />
      </Specimen>
      <Specimen name="FilterSelect">
        <FilterSelect label="State" value="" onChange={() => {}} options={[ALL]} />
        <FilterSelect label="State, chosen" value="sold" onChange={() => {}} options={[{ value: 'sold', text: 'Sold' }]} />
      </Specimen>
      <Specimen name="ListHead">
        <Wide>
          <ListHead
            title="Tracks"
            of={{ ...queryState, currentData: { pagination: PAGE } }}
            action={<Button>Add</Button>}
            note="What holds for the whole list."
          >
            <FilterDate label="Since" value={day} onChange={setDay} />
          </ListHead>
          <ListHead title="A list without filters" />
        </Wide>
      </Specimen>
      <Specimen name="ListTable">
        <Wide>
          <ListTable
            caption="A page of tracks"
            of={{ ...queryState, currentData: { data: TRACKS, pagination: PAGE } }}
            list={list}
            columns={COLUMNS}
            empty="No tracks."
            failed="The tracks could not be loaded."
          />
          <ListTable
            caption="A page that is loaded"
            of={{ ...queryState, isFetching: true }}
            list={list}
            columns={COLUMNS}
            empty="No tracks."
            failed="The tracks could not be loaded."
          />
          <ListTable
            caption="A page on which nothing was found"
            of={{ ...queryState, currentData: { data: [], pagination: { page: 1, limit: 2, total: 0, totalPages: 0 } } }}
            list={{ ...list, params: { ...list.params, page: 1 } }}
            columns={COLUMNS}
            empty="No tracks."
            failed="The tracks could not be loaded."
          />
          <ListTable
            caption="A page that failed"
            of={{ ...queryState, error: 'down' }}
            list={list}
            columns={COLUMNS}
            empty="No tracks."
            failed="The tracks could not be loaded."
          />
        </Wide>
      </Specimen>
      <Specimen name="Pagination">
        <Pagination page={page} totalPages={6} total={12} onChange={setPage} />
        <Pagination page={1} totalPages={6} total={12} onChange={() => {}} />
        <Pagination page={6} totalPages={6} total={12} onChange={() => {}} />
      </Specimen>
      <Specimen name="RowActions">
        <RowActions what="Lowlands" actions={[{ text: 'Edit', onClick: () => {} }]} />
        <RowActions what="Moorland" actions={[{ text: 'Delete', danger: true, onClick: () => {} }]} />
        <RowActions
          what="Nightfall"
          actions={[
            { text: 'Approve', primary: true, onClick: () => {} },
            { text: 'View', to: '/shop' },
            { text: 'Publish', onClick: () => {} },
            { text: 'Reject', danger: true, onClick: () => {} },
          ]}
        />
        <RowActions
          what="Overcast"
          actions={[
            { text: 'Edit', busy: true, onClick: () => {} },
            { text: 'Delete', danger: true, busy: true, onClick: () => {} },
          ]}
        />
      </Specimen>
      <Specimen name="SavedViews">
        <SavedViews />
      </Specimen>
      <Specimen name="StatusSelect">
        <StatusSelect label="Status" value="sold" tone="signal" mayChange {...status} />
        <StatusSelect label="Status, not to be chosen" value="held" tone={undefined} mayChange {...status} />
        <StatusSelect label="Status, read only" value="held" tone="warm" mayChange={false} {...status} />
      </Specimen>
    </>
  );
}
