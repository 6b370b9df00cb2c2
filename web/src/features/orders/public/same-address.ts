import { comparedAddress } from '@shop/contracts/constants';

export const sameAddress = (one: string, other: string) => comparedAddress(one) === comparedAddress(other);
