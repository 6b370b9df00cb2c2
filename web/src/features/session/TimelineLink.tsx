import type { Subject } from '@shop/contracts/constants';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { May } from './May';

/** The id of an account or a store in a list of the administration, as a link to its timeline. */
export const TimelineLink = ({ subject, id, name }: { subject: Subject; id: number; name: string }) => (
  <May right="readTimeline" instead={id}>
    <Link to={paths.admin.timelineOf(subject, id)} title="Timeline" aria-label={`${id}, timeline of ${name}`}>
      {id}
    </Link>
  </May>
);
