import { useEffect, useRef, useState } from 'react';
import { useLazyPackageSoundQuery } from '../api/admin-packages-api';

/** How far sounds that play together may drift apart, in seconds. */
const DRIFT = 0.15;
const TICK_MS = 200;

/**
 * Plays sounds of a package from the same second, one or several at once. Each is loaded when it is first heard.
 * @param onFailed hears the refusal of a file that cannot be loaded
 */
export function useMixer(packageId: number, onFailed: (error: unknown) => void) {
  const [load] = useLazyPackageSoundQuery();
  const sounds = useRef(new Map<number, { audio: HTMLAudioElement; url: string }>());
  const [audible, setAudible] = useState<readonly number[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const wantedIds = useRef<readonly number[]>([]);
  const at = useRef(0);
  const isGone = useRef(false);

  useEffect(() => {
    const loadedSounds = sounds.current;
    isGone.current = false;
    return () => {
      isGone.current = true;
      wantedIds.current = [];
      for (const { audio, url } of loadedSounds.values()) {
        audio.pause();
        audio.removeAttribute('src');
        URL.revokeObjectURL(url);
      }
      loadedSounds.clear();
    };
  }, []);

  const audioOf = (id: number) => sounds.current.get(id)?.audio;

  useEffect(() => {
    if (audible.length === 0) return undefined;
    const timer = setInterval(() => {
      const [first, ...others] = audible.flatMap((id) => audioOf(id) ?? []);
      if (!first) return;
      if (first.ended) {
        for (const player of others) player.pause();
        wantedIds.current = [];
        setAudible([]);
        return;
      }
      at.current = first.currentTime;
      setSeconds(first.currentTime);
      for (const player of others)
        if (Math.abs(player.currentTime - first.currentTime) > DRIFT) player.currentTime = first.currentTime;
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [audible]);

  async function loadSound(fileId: number): Promise<boolean> {
    if (sounds.current.has(fileId)) return true;
    const { data: url, error } = await load({ id: packageId, fileId });
    if (isGone.current) {
      if (url !== undefined) URL.revokeObjectURL(url);
      return false;
    }
    const audio = url === undefined ? null : await readyAudio(url);
    if (url === undefined || !audio) {
      onFailed(error);
      return false;
    }
    sounds.current.set(fileId, { audio, url });
    return true;
  }

  function stop() {
    wantedIds.current = [];
    for (const { audio } of sounds.current.values()) audio.pause();
    setAudible([]);
  }

  return {
    heard: audible,
    isLoading,
    seconds,
    stop,
    /** Plays these sounds together, from where the last ones were. */
    async play(ids: readonly number[]) {
      stop();
      wantedIds.current = ids;
      setIsLoading(true);
      let isLoaded = true;
      // One after the other: some stems are large.
      for (const id of ids) isLoaded = isLoaded && wantedIds.current === ids && (await loadSound(id));
      setIsLoading(false);
      if (!isLoaded || wantedIds.current !== ids) return;
      const chosenAudio = ids.flatMap((id) => audioOf(id) ?? []);
      for (const audio of chosenAudio) audio.currentTime = at.current;
      await Promise.all(chosenAudio.map((audio) => audio.play())).then(
        () => setAudible(ids),
        (error: unknown) => wantedIds.current === ids && onFailed(error),
      );
    },
    seek(second: number) {
      at.current = second;
      setSeconds(second);
      for (const id of audible) {
        const audio = audioOf(id);
        if (audio) audio.currentTime = second;
      }
    },
  };
}

/** @returns null for what this browser cannot play */
function readyAudio(url: string): Promise<HTMLAudioElement | null> {
  const audio = new Audio(url);
  return new Promise((resolve) => {
    audio.addEventListener('canplay', () => resolve(audio), { once: true });
    audio.addEventListener('error', () => resolve(null), { once: true });
  });
}
