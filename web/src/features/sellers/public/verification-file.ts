import { VERIFICATION_MAX_BYTES, VERIFICATION_TYPES } from '@shop/contracts/constants';

/** Why a chosen document cannot be sent, in the documented words; null when it can. */
export function problemOf({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!VERIFICATION_TYPES.some((allowedType) => allowedType === type)) return 'Only JPEG, PNG or PDF files are allowed';
  if (size > VERIFICATION_MAX_BYTES) return 'File size should be less than 5MB';
  return size === 0 ? 'The file is empty' : null;
}
