import { useEffect, useState } from 'react';
import { soundOf, type SoundOfFile } from './sound-of-file';

export type Sound = { state: 'none' | 'listening' | 'unreadable' } | ({ state: 'heard' } & SoundOfFile);

export function useSound(file: File | null): Sound {
  const [analysis, setAnalysis] = useState<{ file: File; sound: Sound } | null>(null);
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    void soundOf(file)
      .then((sound): Sound => ({ state: 'heard', ...sound }))
      .catch((): Sound => ({ state: 'unreadable' }))
      .then((sound) => isCurrent && setAnalysis({ file, sound }));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (!file) return { state: 'none' };
  return analysis?.file === file ? analysis.sound : { state: 'listening' };
}
