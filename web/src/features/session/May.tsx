import type { Right } from '@shop/contracts/constants';
import type { ReactNode } from 'react';
import { useMay } from './admin-role';

/** Shown to administrators whose role allows it; to the others `instead`. */
export function May({ right, instead = null, children }: { right: Right; instead?: ReactNode; children: ReactNode }) {
  return useMay()(right) ? children : instead;
}
