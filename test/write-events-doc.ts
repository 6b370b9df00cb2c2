import { writeFileSync } from 'node:fs';
import { EVENTS_DOC, renderEventsDoc } from './events-doc';

writeFileSync(EVENTS_DOC, renderEventsDoc());
