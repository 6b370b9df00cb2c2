/** The audit log's name of an order. */
export const orderSubject = (id: number) => ({ type: 'order', id, name: `Order ${id}` });
