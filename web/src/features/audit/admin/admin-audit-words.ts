import type { AuditEntryView } from '@shop/contracts/views';
import { adminPageOf } from '#lib/admin/admin-page-of.ts';
import { paths } from '#lib/paths.ts';

/**
 * `order.payment-recorded`
 * @returns `Order payment recorded`.
 */
export function inWords(code: string): string {
  const words = code.replace(/[._-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Difference = { field: string; before: string | null; after: string | null };

/** The changed fields of an entry. A missing side is null. */
export function differencesOf({ before, after }: Pick<AuditEntryView, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.map((field) => ({ field, before: valueText(before, field), after: valueText(after, field) }));
}

function valueText(side: Record<string, unknown> | null, field: string): string | null {
  if (!side || !Object.hasOwn(side, field)) return null;
  const value = side[field];
  if (value === null || value === '') return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const PAGES: Record<string, (id: number) => string> = {
  product: adminPageOf.track,
  demo: (id) => paths.admin.page(`demos/edit/${id}`),
  order: adminPageOf.order,
  user: adminPageOf.account,
  seller: adminPageOf.store,
  announcement: (id) => paths.admin.page(`announcements/edit/${id}`),
};

/** The page of an entry's subject; null when it has no page or is gone. */
export function pageOf({ action, subject: { type, id } }: Pick<AuditEntryView, 'action' | 'subject'>): string | null {
  const page = Object.hasOwn(PAGES, type) ? PAGES[type] : undefined;
  return page && id !== null && !/deleted|removed/.test(action) ? page(id) : null;
}
