/** The query for the queue of submissions: the open ones, unless the address names a state. `all` asks for every state. */
export function submissionsQuery(query: string): string {
  const params = new URLSearchParams(query);
  if (params.get('status') === 'all') params.delete('status');
  else if (!params.get('status')) params.set('status', 'open');
  return params.toString();
}

/** The query for documents without a decision, the earliest due first. */
export function documentsQuery(query: string): string {
  const params = new URLSearchParams(query);
  params.set('document', 'waits');
  if (!params.get('sort')) params.set('sort', 'verification_due_at');
  return params.toString();
}
