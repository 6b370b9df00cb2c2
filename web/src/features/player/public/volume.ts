import { DEFAULT_VOLUME } from '@shop/contracts/constants';
import { inLocalStorage } from '#lib/storage.ts';

const KEY = 'audioPlayerVolume';

/** The volume of the last visit, 0 to 1; 0.1 when there is none. */
export function rememberedVolume(): number {
  const volume = Number.parseFloat(inLocalStorage((storage) => storage[KEY]) ?? '');
  return volume >= 0 && volume <= 1 ? volume : DEFAULT_VOLUME;
}

export const rememberVolume = (volume: number) => inLocalStorage((storage) => (storage[KEY] = String(volume)));
