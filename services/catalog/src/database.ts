import type { Schema } from '@shop/kit';
import { Demo } from './demos/demo.entity';
import { Catalog1763700000000 } from './migrations/1763700000000-catalog';
import { AdminLists1796310000000 } from './migrations/1796310000000-admin-lists';
import { ProductSubmissions1796310500000 } from './migrations/1796310500000-product-submissions';
import { Product } from './products/product.entity';
import { Store } from './stores/store.entity';

export const schema: Schema = {
  entities: [Product, Demo, Store],
  migrations: [Catalog1763700000000, AdminLists1796310000000, ProductSubmissions1796310500000],
};
