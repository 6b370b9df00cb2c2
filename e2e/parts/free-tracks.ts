import { request } from '@playwright/test';
import type { AdminProductView } from '@shop/contracts/views';
import { SHOP } from '../addresses';
import { adminToken } from './an-admin';

/**
 * The tracks that nobody holds, newest first. The public list also has tracks that an earlier journey left reserved, so an
 * admin's list is asked.
 */
export async function freeTracks(): Promise<AdminProductView[]> {
  const office = await request.newContext({ baseURL: SHOP });
  const headers = { authorization: `Bearer ${await adminToken()}` };
  const all = (await (await office.get('/api/products', { headers })).json()) as AdminProductView[];
  await office.dispose();
  return all.filter(({ status, store_active }) => status === 'active' && store_active);
}
