import type { Right } from '@shop/contracts/constants';
import type { ReactNode } from 'react';
import { useMay } from './admin-role';

export function May({ right, instead = null, children }: { right: Right; instead?: ReactNode; children: ReactNode }) {
  return <>{useMay()(right) ? children : instead}</>;
}
