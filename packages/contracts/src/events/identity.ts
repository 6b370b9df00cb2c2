export * from './identity/accounts';
export * from './identity/own-data';
export * from './identity/logins';
