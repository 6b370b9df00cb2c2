import { AudioLines, SlidersHorizontal, Users, ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import styles from './Cards.module.css';
import { Section } from './Section';

const SERVICES = [
  {
    name: 'Music production',
    text: 'A track from zero: you name genre, tempo and a reference, we hand over master, stems and, if you wish, the project.',
    Icon: AudioLines,
  },
  {
    name: 'Co-producing',
    text: 'You have the idea and the loop that never became a track. We write the MIDI, build the arrangement, finish it with you.',
    Icon: Users,
  },
  {
    name: 'Mixing and mastering',
    text: 'Your stems, balanced and brought to club level, so that they stand next to whatever the DJ before you played.',
    Icon: SlidersHorizontal,
  },
];

export function Services() {
  return (
    <Section title="Made to order" link={<Link to={paths.service}>All services</Link>}>
      <ul className={styles.three}>
        {SERVICES.map(({ name, text, Icon }) => (
          <li key={name}>
            <Link to={paths.service} className={styles.card}>
              <Icon size={28} strokeWidth={1.5} aria-hidden />
              <h3 dir="auto">{name}</h3>
              <p className="muted">{text}</p>
              <ArrowUpRight className={styles.arrow} size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
