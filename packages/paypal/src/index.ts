export * from './client';
export * from './config';
