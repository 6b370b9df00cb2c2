/** An order, as the audit log names it. */
export const orderSubject = (id: number) => ({ type: 'order', id, name: `Order ${id}` });
