export const ADMIN_ROLES = ['owner', 'catalogue', 'support', 'finance', 'viewer'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The roles that have each right; an owner has all rights. Roles that may only read get no documents, card numbers or delivery links. */
export const MAY = {
  ownTheShop: ['owner'],
  readCatalogue: ['owner', 'catalogue', 'viewer'],
  changeCatalogue: ['owner', 'catalogue'],
  readPackages: ['owner', 'catalogue', 'support'],
  readPeople: ['owner', 'support', 'viewer'],
  changePeople: ['owner', 'support'],
  readStores: ['owner', 'support', 'finance', 'viewer'],
  changeStores: ['owner', 'support'],
  readTracksOfStores: ['owner', 'catalogue', 'support', 'viewer'],
  readDocuments: ['owner', 'support'],
  readOrders: ['owner', 'support', 'finance', 'viewer'],
  changeOrders: ['owner', 'support'],
  readTimeline: ['owner', 'support', 'finance', 'viewer'],
  readContracts: ['owner', 'support', 'finance'],
  handleClaims: ['owner', 'support', 'finance'],
  readMoney: ['owner', 'finance', 'viewer'],
  changeMoney: ['owner', 'finance'],
  readInvoices: ['owner', 'finance'],
  seeTheWhole: ['owner', 'viewer'],
} as const satisfies Record<string, readonly AdminRole[]>;
export type Right = keyof typeof MAY;
/** The time ranges of the admin's dashboard, in days. */
export const DASHBOARD_DAYS = [30, 90, 365] as const;

/** The kinds of entries in the audit log: changes of the shop or of one's own account, looks at personal data, and exports. */
export const AUDIT_KINDS = ['change', 'own', 'look', 'export'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
