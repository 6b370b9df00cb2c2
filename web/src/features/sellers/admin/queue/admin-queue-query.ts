/** The query for the queue of submissions: the open ones, unless the address names a state. `all` asks for every state. */
export function submissionsQuery(query: string): string {
  const asked = new URLSearchParams(query);
  if (asked.get('status') === 'all') asked.delete('status');
  else if (!asked.get('status')) asked.set('status', 'open');
  return asked.toString();
}

/** The query for documents without a decision, the earliest due first. */
export function documentsQuery(query: string): string {
  const asked = new URLSearchParams(query);
  asked.set('document', 'waits');
  if (!asked.get('sort')) asked.set('sort', 'verification_due_at');
  return asked.toString();
}
