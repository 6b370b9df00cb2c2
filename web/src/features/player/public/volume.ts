import { DEFAULT_VOLUME } from '@shop/contracts/constants';

const KEY = 'audioPlayerVolume';

/** The volume of the last visit, 0 to 1; 0.1 when there is none. */
export function rememberedVolume(): number {
  try {
    const stored = localStorage.getItem(KEY);
    const volume = Number.parseFloat(stored ?? '');
    return volume >= 0 && volume <= 1 ? volume : DEFAULT_VOLUME;
  } catch {
    return DEFAULT_VOLUME;
  }
}

export function rememberVolume(volume: number) {
  try {
    localStorage.setItem(KEY, String(volume));
  } catch {
    // storage may be disabled; then each visit starts with the default
  }
}
