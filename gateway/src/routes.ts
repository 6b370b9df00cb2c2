import type { Config } from './config';

export type ServiceName = 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';

/** Prefix → the service that owns it. Who may call what stands beside each route in its service. */
export const PREFIXES: Record<string, ServiceName> = {
  '/api/users': 'identity',
  '/api/cart': 'identity',
  '/api/wishlist': 'identity',
  '/api/audit-log': 'identity',
  '/api/products': 'catalog',
  '/api/demos': 'catalog',
  '/api/uploads': 'catalog',
  '/api/stores': 'catalog',
  '/media/catalog': 'catalog',
  '/api/orders': 'orders',
  '/api/coupons': 'orders',
  '/api/track-order': 'orders',
  '/api/co-producing': 'orders',
  '/api/mixing-mastering': 'orders',
  '/api/service-requests': 'orders',
  '/api/sellers': 'sellers',
  '/api/payouts': 'sellers',
  '/api/track-submissions': 'sellers',
  '/api/announcements': 'notifications',
  '/api/feedback': 'notifications',
  '/api/contact': 'notifications',
  '/api/subscribe': 'notifications',
  '/api/confirm-subscription': 'notifications',
  '/api/mdghost-panel-secur/subscribers': 'notifications',
  '/media/notifications': 'notifications',
};

export const serviceOf = (path: string): ServiceName | null => {
  const prefix = Object.keys(PREFIXES).find((one) => path === one || path.startsWith(`${one}/`));
  return prefix ? PREFIXES[prefix]! : null;
};

export const urlsOf = (config: Config): Record<ServiceName, string> => ({
  identity: config.IDENTITY_URL,
  catalog: config.CATALOG_URL,
  orders: config.ORDERS_URL,
  sellers: config.SELLERS_URL,
  notifications: config.NOTIFICATIONS_URL,
});
