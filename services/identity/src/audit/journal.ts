import type { Journal } from '@shop/kit';

/** What of an entry must stay as it was written. */
export const auditJournal: Journal = {
  name: 'audit log',
  table: 'audit_entries',
  canonical: `jsonb_build_array("row".id, "row".admin_id, "row".action, "row".subject_type, "row".subject_id, "row".subject_name,
    "row".before, "row".after, "row".at)`,
};
