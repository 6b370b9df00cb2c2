import type { Schema } from '@shop/kit';
import { Sellers1763600004000 } from './migrations/1763600004000-sellers';
import { Seller } from './stores/seller.entity';

export const schema: Schema = { entities: [Seller], migrations: [Sellers1763600004000] };
