import type { KeyboardEvent } from 'react';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { IconButton } from '#ui/action/IconButton.tsx';
import { Slider } from '#ui/form/Slider.tsx';
import { audio, changeVolume, setVolume, toggleMuted, useVolume } from './audio';
import styles from './PlayerControls.module.css';

const STEPS: Record<string, number> = {
  ArrowUp: 0.01,
  ArrowRight: 0.01,
  ArrowDown: -0.01,
  ArrowLeft: -0.01,
  PageUp: 0.1,
  PageDown: -0.1,
  Home: -1,
  End: 1,
};

/** Keys change the volume from its present value and leave mute alone. Dragging also ends mute. */
function onKeyDown(event: KeyboardEvent) {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  changeVolume(audio.volume + step);
}

export function VolumeControl() {
  const { volume, muted, settable } = useVolume();
  const silent = muted || volume === 0;
  const Icon = silent ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className={styles.volume}>
      <IconButton label={muted ? 'Unmute' : 'Mute'} onClick={toggleMuted}>
        <Icon size={20} />
      </IconButton>
      {settable && (
        <div className={styles.level} data-muted={muted || undefined} onKeyDown={onKeyDown}>
          <Slider
            labels={['Volume']}
            value={[volume]}
            min={0}
            max={1}
            step={0.01}
            onChange={([next]) => setVolume(next ?? 0)}
            valueText={(level) => `${Math.round(level * 100)} %${muted ? ', muted' : ''}`}
          />
        </div>
      )}
    </div>
  );
}
