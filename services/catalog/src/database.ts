import type { Schema } from '@shop/runtime';
import { Demo } from './demos/demo.entity';
import { Catalog1763700000000 } from './migrations/1763700000000-catalog';
import { AdminLists1796310000000 } from './migrations/1796310000000-admin-lists';
import { ProductSubmissions1796310500000 } from './migrations/1796310500000-product-submissions';
import { TempoWithDecimals1796540001000 } from './migrations/1796540001000-tempo-with-decimals';
import { DrawnCovers1796540003000 } from './migrations/1796540003000-drawn-covers';
import { Product } from './products/product.entity';
import { Store } from './stores/store.entity';

export const schema: Schema = {
  entities: [Product, Demo, Store],
  migrations: [
    Catalog1763700000000,
    AdminLists1796310000000,
    ProductSubmissions1796310500000,
    TempoWithDecimals1796540001000,
    DrawnCovers1796540003000,
  ],
};
