import type { Right } from '@shop/contracts/constants';
import type { ReactNode } from 'react';
import { useMay } from './admin-role';

/** Shows its children to admins whose role has the right, and `instead` to the others. */
export function May({ right, instead = null, children }: { right: Right; instead?: ReactNode; children: ReactNode }) {
  return useMay()(right) ? children : instead;
}
