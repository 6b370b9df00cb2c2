import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { IconButton } from '../../ui/IconButton';
import { Slider } from '../../ui/Slider';
import { setVolume, toggleMuted, useVolume } from './audio';
import styles from './PlayerControls.module.css';

export function VolumeControl() {
  const { volume, muted } = useVolume();
  const silent = muted || volume === 0;
  const Icon = silent ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className={styles.volume}>
      <IconButton label={muted ? 'Unmute' : 'Mute'} onClick={toggleMuted}>
        <Icon size={20} />
      </IconButton>
      <div className={styles.level}>
        <Slider
          labels={['Volume']}
          value={[muted ? 0 : volume]}
          min={0}
          max={1}
          step={0.01}
          onChange={([next]) => setVolume(next ?? 0)}
          valueText={(level) => `${Math.round(level * 100)} %`}
        />
      </div>
    </div>
  );
}
