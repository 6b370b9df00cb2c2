import { NewPasskeyForm } from '@shop/contracts/forms';

/**
 * Why a passkey cannot have this name; undefined when it can. To be asked before the passkey is made, because one that the shop refuses
 * afterwards stays on the device.
 */
export const nameProblem = (name: string) => NewPasskeyForm.shape.name.safeParse(name).error?.issues[0]?.message;
