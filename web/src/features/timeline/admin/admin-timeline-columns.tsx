import type { TimelineEntryView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { adminPageOf } from '../../../lib/admin/admin-page-of';
import { timeText } from '../../../lib/time/dates';
import { TwoLines } from '../../../ui/display/TwoLines';
import type { Column } from '../../../ui/table/DataTable';
import { factsInWords } from './admin-timeline-words';
import styles from './AdminTimeline.module.css';

export const timelineColumns: Column<TimelineEntryView>[] = [
  { header: 'When', oneLine: true, cell: ({ at }) => <time dateTime={at}>{timeText(at)}</time> },
  { header: 'What', cell: ({ title, type }) => <TwoLines below={type}>{title}</TwoLines> },
  {
    header: 'About',
    cell: ({ about }) =>
      about.length === 0 ? (
        <span className="muted">–</span>
      ) : (
        <ul className={styles.about}>
          {about.map(({ kind, id }) => (
            <li key={`${kind} ${id}`}>
              <Link to={adminPageOf[kind](id)}>
                {kind} {id}
              </Link>
            </li>
          ))}
        </ul>
      ),
  },
  { header: 'Facts', wide: true, cell: (entry) => <Facts entry={entry} /> },
];

function Facts({ entry: { facts, request_id: request } }: { entry: TimelineEntryView }) {
  const told = factsInWords(facts);
  if (told.length === 0 && !request) return <span className="muted">–</span>;
  return (
    <dl className={styles.facts}>
      {told.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
      {request && (
        <div>
          <dt>Request</dt>
          <dd>
            <code>{request}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}
