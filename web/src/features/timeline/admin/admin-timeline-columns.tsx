import type { Right, Subject } from '@shop/contracts/constants';
import { timeText } from '@shop/contracts/times';
import type { TimelineEntryView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { useMay } from '../../session/admin-role';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { paths } from '#lib/paths.ts';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import type { Column } from '#ui/table/DataTable.tsx';
import { factsInWords } from './admin-timeline-words';
import styles from './AdminTimeline.module.css';

export const timelineColumns: Column<TimelineEntryView>[] = [
  { header: 'When', oneLine: true, cell: ({ at }) => <time dateTime={at}>{timeText(at)}</time> },
  { header: 'What', cell: ({ title, type }) => <TwoLines below={type}>{title}</TwoLines> },
  {
    header: 'About',
    cell: ({ about }) => (about.length === 0 ? <span className="muted">–</span> : <Subjects about={about} />),
  },
  { header: 'Facts', wide: true, cell: (entry) => <Facts entry={entry} /> },
];

/** The right that the page of a subject asks for. */
const RIGHTS: Record<Subject, Right> = {
  order: 'readOrders',
  track: 'changeCatalogue',
  store: 'readStores',
  account: 'readPeople',
};

/** Links to the pages of the subjects, or to their own timelines for a role that may not open the page. */
function Subjects({ about }: Pick<TimelineEntryView, 'about'>) {
  const may = useMay();
  return (
    <ul className={styles.about}>
      {about.map(({ kind, id }) => (
        <li key={`${kind} ${id}`}>
          <Link to={may(RIGHTS[kind]) ? adminPageOf[kind](id) : paths.admin.timelineOf(kind, id)}>
            {kind} {id}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Facts({ entry: { facts, request_id: request } }: { entry: TimelineEntryView }) {
  const factTexts = factsInWords(facts);
  if (factTexts.length === 0 && !request) return <span className="muted">–</span>;
  return (
    <dl className={styles.facts}>
      {factTexts.map(({ label, text }) => (
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
