export { Config, type OrdersConfig } from './config';
export { schema } from './database';
export type { PaymentGateway } from './payments/payment-gateway';
export { start, type OrdersDeps } from './start';
