export * from './create-storage';
export * from './damaged-objects';
export * from './examine-storage';
export * from './file-kinds';
export * from './storage';
export * from './storage-files';
export * from './storage-minio';
export * from './storage-place';
