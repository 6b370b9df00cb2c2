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

/** The calls that take files: only they stream, and only they may take minutes. A test holds them against what the services declare. */
export const UPLOADS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/products'],
  ['PUT', '/api/products/:id'],
  ['POST', '/api/demos'],
  ['PUT', '/api/demos/:id'],
  ['PUT', '/api/sellers/:id/verification'],
  ['POST', '/api/announcements'],
  ['PUT', '/api/announcements/:id'],
];

// as tolerant as the routers of the services: letters of any size, a slash at the end
const UPLOAD_PATTERNS = UPLOADS.map(
  ([method, path]) => [method, new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')] as const,
);

export const takesUpload = (method: string, path: string): boolean =>
  UPLOAD_PATTERNS.some(([one, pattern]) => one === method && pattern.test(path));

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
