/** The user id from the readable `userId` cookie. It proves nothing (docs/product/sessions.md#cookies). */
export function readUserId(): number | null {
  const value = /(?:^|;\s*)userId=(\d{1,10})(?:;|$)/.exec(document.cookie)?.[1];
  return value ? Number(value) : null;
}
