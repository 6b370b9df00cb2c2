import { join } from 'node:path';
import { migrationsIn, type Schema } from '@shop/runtime';
import { Demo } from './demos/demo.entity';
import { Product } from './products/product.entity';
import { Package, PackageFile, PackageUpload } from './packages/package.entity';
import { Store } from './stores/store.entity';

export const schema: Schema = {
  entities: [Product, Demo, Store, Package, PackageFile, PackageUpload],
  migrations: migrationsIn(join(__dirname, 'migrations')),
};
