import type { Schema } from '@shop/kit';
import { Demo } from './demos/demo.entity';
import { Catalog1763700000000 } from './migrations/1763700000000-catalog';
import { Product } from './products/product.entity';
import { Store } from './stores/store.entity';

export const schema: Schema = { entities: [Product, Demo, Store], migrations: [Catalog1763700000000] };
