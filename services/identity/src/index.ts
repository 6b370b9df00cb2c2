export { Config, requiresFactorOfAdmins } from './config';
export { examine } from './operator/examine';
export { start } from './start';
export { auditJournal } from './administration/audit-log';
export { schema } from './database';
export * as operator from './operator';
export type { OwnerLogin } from './operator/owner-login';
