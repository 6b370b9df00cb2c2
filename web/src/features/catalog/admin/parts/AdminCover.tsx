import { Cover } from '#ui/display/Cover.tsx';
import { PlayButton } from '#ui/action/PlayButton.tsx';
import styles from './AdminLists.module.css';
import type { Listen } from './use-listen';

export function AdminCover({ of, listen }: { of: { name: string; img: string; audio: string }; listen: Listen }) {
  const isPlaying = listen.playing === of.audio;
  return (
    <div className={styles.cover}>
      <Cover src={of.img} alt="" size={44} />
      <PlayButton name={of.name} playing={isPlaying} size="s" onClick={() => listen.toggle(of.audio)} />
    </div>
  );
}
