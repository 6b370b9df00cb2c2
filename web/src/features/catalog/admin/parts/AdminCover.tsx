import { Pause, Play } from 'lucide-react';
import { Cover } from '../../../../ui/display/Cover';
import { IconButton } from '../../../../ui/action/IconButton';
import styles from './AdminLists.module.css';
import type { Listen } from './use-listen';

/** The cover of a row with its play button. */
export function AdminCover({ of, listen }: { of: { name: string; img: string; audio: string }; listen: Listen }) {
  const isPlaying = listen.playing === of.audio;
  return (
    <div className={styles.cover}>
      <Cover src={of.img} alt="" size={44} />
      <IconButton
        size="s"
        label={`${isPlaying ? 'Pause' : 'Play'} ${of.name}`}
        pressed={isPlaying}
        onClick={() => listen.toggle(of.audio)}
      >
        {isPlaying ? <Pause size={16} /> : <Play size={16} />}
      </IconButton>
    </div>
  );
}
