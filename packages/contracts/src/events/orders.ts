export * from './orders/claims';
export * from './orders/disputes';
export * from './orders/holds';
export * from './orders/invoices';
export * from './orders/orders';
export * from './orders/payments';
export * from './orders/service-requests';
