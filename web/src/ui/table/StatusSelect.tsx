import { Badge } from '../display/Badge';
import { Select } from '../form/Select';

/** The status of a row: a select among `statuses` for users who may change it, a badge for the others. */
export function StatusSelect<Status extends string>({
  label,
  value,
  statuses,
  names,
  tone,
  mayChange,
  busy,
  onChange,
}: {
  label: string;
  value: string;
  /** The choices for the status. A row with another status shows that one, too. */
  statuses: readonly Status[];
  names: Readonly<Record<string, string>>;
  tone: 'signal' | 'warm' | undefined;
  mayChange: boolean;
  busy: boolean;
  onChange: (status: Status) => void;
}) {
  if (!mayChange) return <Badge tone={tone ?? 'plain'}>{names[value]}</Badge>;
  const isChoice = statuses.some((status) => status === value);
  return (
    <Select
      tone={tone}
      aria-label={label}
      value={value}
      disabled={busy}
      aria-busy={busy}
      onChange={({ target }) => onChange(target.value as Status)}
    >
      {!isChoice && (
        <option value={value} disabled>
          {names[value]}
        </option>
      )}
      {statuses.map((status) => (
        <option key={status} value={status}>
          {names[status]}
        </option>
      ))}
    </Select>
  );
}
