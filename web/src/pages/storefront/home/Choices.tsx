import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import styles from './Cards.module.css';

const CHOICES = [
  { to: paths.service, title: 'I want it made for me', text: 'Tell us the sound you hear in your head.' },
  { to: paths.shop, title: 'I want it finished', text: 'Find it, play it, own it today.' },
];

export function Choices() {
  return (
    <section className={`wrap ${styles.choices}`} aria-label="Where to go next">
      {CHOICES.map(({ to, title, text }) => (
        <Link key={to} to={to} className={styles.choice}>
          <h2 dir="auto">{title}</h2>
          <p>
            {text} <ArrowRight size={20} aria-hidden />
          </p>
        </Link>
      ))}
    </section>
  );
}
