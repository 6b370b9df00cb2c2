import { useEffect, useState } from 'react';
import { soundOf, type SoundOfFile } from './sound-of-file';

export type Sound = { state: 'none' | 'listening' | 'unreadable' } | ({ state: 'heard' } & SoundOfFile);

export function useSound(file: File | null): Sound {
  const [heard, setHeard] = useState<{ file: File; sound: Sound } | null>(null);
  useEffect(() => {
    if (!file) return;
    let wanted = true;
    void soundOf(file)
      .then((sound): Sound => ({ state: 'heard', ...sound }))
      .catch((): Sound => ({ state: 'unreadable' }))
      .then((sound) => wanted && setHeard({ file, sound }));
    return () => {
      wanted = false;
    };
  }, [file]);
  if (!file) return { state: 'none' };
  return heard?.file === file ? heard.sound : { state: 'listening' };
}
