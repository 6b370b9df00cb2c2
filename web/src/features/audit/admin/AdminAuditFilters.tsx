import { AUDIT_KINDS, type AuditKind } from '@shop/contracts/constants';
import type { AuditLogView } from '@shop/contracts/views';
import type { useListParams } from '#lib/use-list-params.ts';
import { FilterPeriod } from '#ui/table/FilterPeriod.tsx';
import { ALL, FilterSelect } from '#ui/table/FilterSelect.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';
import { inWords } from './admin-audit-words';

export const AUDIT_FILTERS = ['kind', 'action', 'subject', 'admin', 'from', 'to'] as const;

const KIND_TEXTS: Record<AuditKind, string> = {
  change: 'Changes',
  own: 'Own account',
  look: 'Looks at personal data',
  export: 'Exports',
};
const KINDS = [ALL, ...AUDIT_KINDS.map((value) => ({ value, text: KIND_TEXTS[value] }))];

const NO_CHOICES: AuditLogView['choices'] = { actions: [], subjects: [], admins: [] };

/** `choices` are the values that the entries have. */
export function AdminAuditFilters({
  list,
  choices = NO_CHOICES,
}: {
  list: ReturnType<typeof useListParams<(typeof AUDIT_FILTERS)[number]>>;
  choices: AuditLogView['choices'] | undefined;
}) {
  const { params, change } = list;
  return (
    <>
      <SearchBox label="Search by name, e-mail, action or id" value={params.q} onChange={(q) => change({ q })} />
      <FilterSelect label="Kind" value={params.kind} onChange={(kind) => change({ kind })} options={KINDS} />
      <FilterSelect
        label="What"
        value={params.action}
        onChange={(action) => change({ action })}
        options={withAll(choices.actions, params.action)}
      />
      <FilterSelect
        label="Subject"
        value={params.subject}
        onChange={(subject) => change({ subject })}
        options={withAll(choices.subjects, params.subject)}
      />
      <FilterSelect
        label="Who"
        value={params.admin}
        onChange={(admin) => change({ admin })}
        options={[ALL, ...choices.admins.map(({ id, name }) => ({ value: String(id), text: `${name} (${id})` }))]}
      />
      <FilterPeriod list={list} />
    </>
  );
}

/** The choices of a filter. The value from the address is among them even before the choices have loaded. */
const withAll = (codes: readonly string[], choice: string) => [
  ALL,
  ...[...new Set([...codes, ...(choice ? [choice] : [])])].map((code) => ({ value: code, text: inWords(code) })),
];
