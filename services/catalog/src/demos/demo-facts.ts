import type { Demo } from './demo.entity';

/** The audit log's facts of a demo track. */
export const factsOf = ({ name, category, img, audio }: Demo) => ({ name, category, img, audio });

/** A demo track as the subject of an entry of the audit log. */
export const subjectOf = ({ id, name }: Demo) => ({ type: 'demo', id, name });
