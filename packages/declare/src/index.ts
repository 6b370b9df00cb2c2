export * from './call';
export * from './event';
