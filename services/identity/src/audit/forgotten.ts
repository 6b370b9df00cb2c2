import type { AuditEntryView } from '@shop/contracts/views';

/** What an entry says of a person or a store, by the type of its subject. */
const PERSONAL: Record<string, readonly string[]> = {
  user: ['name', 'last_name', 'email', 'country'],
  seller: ['shop_name', 'social_link', 'paypal_email', 'card', 'card_holder_name', 'reason'],
};

type Side = AuditEntryView['before'];

/**
 * The log is only added to, so what is personal in it stays where it is; nobody reads it any more once the account or the store
 * is gone (decision 17). That a field was changed is still to be seen, and so is everything else.
 */
export function withoutPersonal<Entry extends Pick<AuditEntryView, 'subject' | 'before' | 'after'>>(entry: Entry): Entry {
  const personal = PERSONAL[entry.subject.type] ?? [];
  const blanked = (side: Side): Side =>
    side &&
    Object.fromEntries(Object.entries(side).map(([field, value]) => [field, personal.includes(field) ? 'deleted' : value]));
  return { ...entry, before: blanked(entry.before), after: blanked(entry.after) };
}
