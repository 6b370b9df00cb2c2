import { timeText } from '@shop/contracts/times';
import type { StatusView } from '@shop/contracts/views';
import { Button } from '#ui/action/Button.tsx';
import { Badge } from '#ui/display/Badge.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import type { Column } from '#ui/table/DataTable.tsx';

type Part = StatusView['data'][number];
/** The gateway stores nothing, so only its version is known. */
export type PartRow = { id: string; version?: string; status: Part['status'] | undefined };

export const partRows = ({ data, gateway }: Pick<StatusView, 'data' | 'gateway'>): PartRow[] => [
  { id: 'gateway', version: gateway.version, status: undefined },
  ...data.map(({ service, status }) => ({ id: service, version: status?.version, status })),
];

/**
 * When the databases were last backed up, in words; null without identity's answer, which has that time. A backup may lack the
 * objects of a bucket. Backups by CloudNativePG or a provider are not recorded.
 */
export function backupText(parts: readonly Part[]): string | null {
  const last = parts.find(({ service }) => service === 'identity')?.status?.lastBackup;
  if (last === undefined) return null;
  return last === null
    ? 'No backup of the databases has been noted here.'
    : `The databases were last backed up on ${timeText(last)}.`;
}

/** A count with the age of its oldest entry: `12, the oldest 3 min`. */
const countAndAge = (count: number, seconds: number) =>
  count === 0 ? '0' : `${count.toLocaleString('en-US')}, the oldest ${ageText(seconds)}`;

function ageText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** A service is late when its oldest unsent event is older than this, as in the alert OutboxWaits. */
const LATE_SECONDS = 60;

/** The condition of a service in words: it answers, and sends and receives events, or what is wrong. */
function conditionOf(status: PartRow['status']): { tone: 'plain' | 'signal' | 'warm'; text: string } {
  if (status === undefined) return { tone: 'plain', text: 'Well' };
  if (!status) return { tone: 'warm', text: 'Does not answer' };
  if (!status.broker) return { tone: 'warm', text: 'Without broker' };
  if (status.outbox.oldestSeconds > LATE_SECONDS) return { tone: 'warm', text: 'Late' };
  return status.parked.length > 0 ? { tone: 'signal', text: 'Parked' } : { tone: 'plain', text: 'Well' };
}

export const partColumns: Column<PartRow>[] = [
  { header: 'Part', cell: ({ id, version }) => <TwoLines below={version && `version ${version}`}>{id}</TwoLines> },
  {
    header: 'State',
    cell: ({ status }) => {
      const { tone, text } = conditionOf(status);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    header: 'Not sent',
    cell: ({ status }) => (status ? countAndAge(status.outbox.pending, status.outbox.oldestSeconds) : '–'),
  },
  {
    header: 'Waiting for another try',
    cell: ({ status }) => (status ? countAndAge(status.inbox.waiting, status.inbox.oldestSeconds) : '–'),
  },
];

export type ParkedRow = NonNullable<Part['status']>['parked'][number] & { id: string; service: Part['service'] };

export const parkedOf = (parts: readonly Part[]): ParkedRow[] =>
  parts.flatMap(({ service, status }) =>
    (status?.parked ?? []).map((group) => ({ ...group, service, id: `${service} ${group.reaction} ${group.type}` })),
  );

export const parkedColumns = (busy: string | null, putBack: (row: ParkedRow) => void): Column<ParkedRow>[] => [
  { header: 'Reaction', cell: ({ reaction, service }) => <TwoLines below={service}>{reaction}</TwoLines> },
  { header: 'Event', cell: ({ type }) => type },
  {
    header: 'Messages',
    cell: ({ count, since }) => <TwoLines below={`since ${timeText(since)}`}>{count.toLocaleString('en-US')}</TwoLines>,
  },
  { header: 'Reason', wide: true, cell: ({ reason }) => <span dir="auto">{reason}</span> },
  {
    header: 'Try again',
    cell: (row) => (
      <Button
        size="s"
        variant="secondary"
        busy={busy === row.id}
        onClick={() => putBack(row)}
        aria-label={`Put back ${row.reaction}`}
      >
        Put back
      </Button>
    ),
  },
];
