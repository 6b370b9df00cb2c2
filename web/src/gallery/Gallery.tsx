import { Actions } from './Actions';
import { Display } from './Display';
import { Feedback } from './Feedback';
import { Forms } from './Forms';
import styles from './Gallery.module.css';
import { Overlays } from './Overlays';
import { Tables } from './Tables';

const GROUPS = { action: Actions, display: Display, feedback: Feedback, form: Forms, overlay: Overlays, table: Tables };

/** Every part of the interface in every state, for developers: at `/ui` of the development server, never in the shop. */
export function Gallery() {
  return (
    <main className={styles.page}>
      <h1>Parts of the interface</h1>
      {Object.entries(GROUPS).map(([name, Group]) => (
        <section key={name} className={styles.group} aria-label={name}>
          <h2 dir="auto">{name}</h2>
          <Group />
        </section>
      ))}
    </main>
  );
}
