import type { Journal } from '@shop/shared';

/** The seal of an entry covers these columns. With another list, no existing seal would fit its entries. */
export const auditJournal: Journal = {
  name: 'audit log',
  table: 'audit_entries',
  canonical: `jsonb_build_array("row".id, "row".admin_id, "row".action, "row".subject_type, "row".subject_id, "row".subject_name,
    "row".before, "row".after, "row".at)`,
};
