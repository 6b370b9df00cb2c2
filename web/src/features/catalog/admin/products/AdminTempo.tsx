import { Button } from '#ui/action/Button.tsx';
import styles from '../parts/AdminForms.module.css';
import { suggestedTempo } from '../sound/suggested-tempo';
import type { Sound } from '../sound/use-sound';

/** The tempo detected in the chosen recording. A click takes it over into the field above. */
export function AdminTempo({
  sound,
  genre,
  bpm,
  onTake,
}: {
  sound: Sound;
  genre: string;
  bpm: string;
  onTake: (bpm: string) => void;
}) {
  if (sound.state === 'listening') return <span role="status">Listening for the tempo…</span>;
  if (sound.state !== 'heard') return null;
  if (sound.tempo === null) return <span>No steady beat was heard in the audio.</span>;
  const { bpm: best, alternatives } = suggestedTempo(sound.tempo, genre);
  return (
    <span className={styles.suggestion}>
      {bpm === String(best) ? (
        <span>The audio has {best} BPM.</span>
      ) : (
        <Button size="s" onClick={() => onTake(String(best))}>
          Use {best} BPM
        </Button>
      )}
      {alternatives
        .filter((alternative) => String(alternative) !== bpm)
        .map((alternative) => (
          <Button key={alternative} size="s" variant="ghost" onClick={() => onTake(String(alternative))}>
            or {alternative}
          </Button>
        ))}
    </span>
  );
}
