import type { Journal } from '@shop/shared';

/** The parts of an entry that a seal covers: they must stay as they were written. */
export const auditJournal: Journal = {
  name: 'audit log',
  table: 'audit_entries',
  canonical: `jsonb_build_array("row".id, "row".admin_id, "row".action, "row".subject_type, "row".subject_id, "row".subject_name,
    "row".before, "row".after, "row".at)`,
};
