import { comparedAddress } from '@shop/contracts/constants';

export const sameAddress = (a: string, b: string) => comparedAddress(a) === comparedAddress(b);
