import { act } from '@testing-library/react';
import { audio } from '#features/player/public/audio.ts';

/**
 * Replaces the audio element's playback, which jsdom lacks. Playing starts at once, or fails with the error `refuse`. `happens`
 * makes the element emit an event such as `ended`.
 */
export function stubAudio({ refuse }: { refuse?: string } = {}) {
  const answers = { refuse };
  const tell = (event: string) => act(() => void audio.dispatchEvent(new Event(event)));
  jest.spyOn(audio, 'play').mockImplementation(async () => {
    if (answers.refuse) throw new DOMException('', answers.refuse);
    tell('play');
    tell('playing');
  });
  jest.spyOn(audio, 'pause').mockImplementation(() => tell('pause'));
  jest.spyOn(audio, 'load').mockImplementation(() => {});
  return { audio, answers, happens: tell, source: () => audio.getAttribute('src') };
}
