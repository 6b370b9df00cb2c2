import { SERVICES, type Service } from '@shop/contracts/constants';
import { AudioLines, SlidersHorizontal, Users, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/action/Button.tsx';
import { SERVICE_TEXTS } from './services';
import styles from './ServiceCards.module.css';

const ICONS: Record<Service, LucideIcon> = {
  'music-production': AudioLines,
  'co-producing': Users,
  'mixing-mastering': SlidersHorizontal,
};

/** `onOrder` opens the request; `onNear` loads its code when a click is likely. */
export function ServiceCards({ onOrder, onNear }: { onOrder: (service: Service) => void; onNear: () => void }) {
  return (
    <ul className={styles.cards}>
      {SERVICES.map((service) => (
        <Card key={service} service={service} onOrder={() => onOrder(service)} onNear={onNear} />
      ))}
    </ul>
  );
}

function Card({ service, onOrder, onNear }: { service: Service; onOrder: () => void; onNear: () => void }) {
  const nameId = useId();
  const { name, text, points } = SERVICE_TEXTS[service];
  const Icon = ICONS[service];
  return (
    <li className={styles.card}>
      <Icon size={32} strokeWidth={1.5} aria-hidden />
      <h2 id={nameId} dir="auto">
        {name}
      </h2>
      <p className={styles.text}>{text}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Button variant="primary" aria-describedby={nameId} onPointerEnter={onNear} onFocus={onNear} onClick={onOrder}>
        Order Now
      </Button>
    </li>
  );
}
