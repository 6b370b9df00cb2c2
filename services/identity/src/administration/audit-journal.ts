import type { Journal } from '@shop/shared';

/** The columns of an entry that its seal covers. With another list, no seal that exists would fit its entries any more. */
export const auditJournal: Journal = {
  name: 'audit log',
  table: 'audit_entries',
  canonical: `jsonb_build_array("row".id, "row".admin_id, "row".action, "row".subject_type, "row".subject_id, "row".subject_name,
    "row".before, "row".after, "row".at)`,
};
