import type { ProductView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Origins } from './Origins';
import styles from './Origins.module.css';

/** What the page of a track says beside its figures: where its sounds come from, and what the shop holds of it. */
export const BesideFacts = ({ track }: { track: ProductView }) => (
  <>
    <Origins track={track} />
    <Inside track={track} />
  </>
);

/** The files that the shop holds and has checked against its upload guide; nothing when a link delivers the track. */
function Inside({ track: { files, contents, project_name } }: { track: ProductView }) {
  if (!files) return null;
  const { stems, midi, project, seconds, loudness } = files;
  const facts = [
    seconds !== null && `Master of ${minutesOf(seconds)}`,
    loudness !== null && `${loudness.toFixed(1)} LUFS`,
    stems > 0 && `${stems} ${stems === 1 ? 'stem' : 'stems'}`,
    midi && 'MIDI',
    project && project_name !== null && `${contents?.project ?? project_name} project`,
  ].filter((fact) => fact !== false);
  return (
    <>
      <ul className={styles.badges} aria-label="In the package, checked by the shop">
        <li>
          <Badge tone="signal">Checked by the shop</Badge>
        </li>
        {facts.map((text) => (
          <li key={text}>
            <Badge>{text}</Badge>
          </li>
        ))}
      </ul>
      {contents && contents.stems.length > 0 && (
        <p className={styles.meaning}>
          Stems: <span dir="auto">{contents.stems.join(', ')}</span>
        </p>
      )}
      <p className={styles.meaning}>
        The shop holds these files and has measured them against its upload guide: formats, lengths and peaks, and the stems
        against the unmastered version. <Link to={`${paths.uploadInstructions}#checks`}>What is checked</Link>
      </p>
    </>
  );
}
