import styles from './Cards.module.css';
import { Section } from './Section';

const HIGHLIGHTS = [
  { figure: '1×', text: 'Each track is sold to one person. After that it is off the shop, for ever.' },
  { figure: '24 bit', text: 'Stems at 44.1 kHz, master and unmastered version, and the MIDI, in one archive.' },
  { figure: 'PDF', text: 'A contract with your name, the track and the rights, made out with the order.' },
  { figure: 'Now', text: 'The download links are on the screen and in your mail as soon as you have paid.' },
];

export function Highlights() {
  return (
    <Section title="What you get">
      <dl className={styles.four}>
        {HIGHLIGHTS.map(({ figure, text }) => (
          <div key={figure} className={styles.fact}>
            <dt className="mono">{figure}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.prose}>
        Ghost production is an old craft with a simple deal: somebody who makes records all day makes one for you, and stays
        silent. You get a finished track that fits your sets, the right to release it under your own name, and everything needed
        to remix it later. Most tracks are ready to play tonight; for those with a project file, add it to the order and open it
        in your own studio.
      </p>
    </Section>
  );
}
