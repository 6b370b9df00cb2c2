/** The list's query string asks for what waits, unless the address names a state; `all` asks for everything. */
export function submissionsQuery(query: string): string {
  const asked = new URLSearchParams(query);
  if (asked.get('status') === 'all') asked.delete('status');
  else if (!asked.get('status')) asked.set('status', 'open');
  return asked.toString();
}

/** Documents that nobody has judged yet, the oldest first. */
export function documentsQuery(query: string): string {
  const asked = new URLSearchParams(query);
  asked.set('status', 'pending');
  asked.set('document', '1');
  if (!asked.get('sort')) asked.set('sort', 'verification_uploaded_at');
  return asked.toString();
}
