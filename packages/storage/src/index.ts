export * from './create-storage';
export * from './storage';
export * from './storage-files';
export * from './storage-minio';
