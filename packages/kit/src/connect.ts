import type { Broker } from './broker';
import { createInProcessBroker } from './broker-in-process';
import { createRabbitBroker } from './broker-rabbitmq';
import type { Log } from './log';
import type { ObjectStorage } from './storage';
import { createFileStorage } from './storage-files';
import { createMinioStorage } from './storage-minio';

export const EXCHANGE = 'shop.events';

/** RabbitMQ when there is an address, else the in-process broker. */
export const createBroker = (url: string | undefined, log: Log): Broker =>
  url ? createRabbitBroker({ url, exchange: EXCHANGE, log }) : createInProcessBroker(log);

export type StorageConfig = {
  S3_ENDPOINT?: string | undefined;
  S3_ACCESS_KEY?: string | undefined;
  S3_SECRET_KEY?: string | undefined;
  S3_BUCKET: string;
  STORAGE_DIR: string;
};

/** MinIO when its endpoint is given, else files. @throws Error when the endpoint has no keys. */
export async function createStorage(config: StorageConfig): Promise<ObjectStorage> {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket } = config;
  if (!endpoint) return createFileStorage(config.STORAGE_DIR);
  if (!accessKey || !secretKey) throw new Error('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY');
  return createMinioStorage({ endpoint, accessKey, secretKey, bucket });
}
