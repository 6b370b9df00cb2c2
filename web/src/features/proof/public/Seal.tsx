import type { CertificateState } from '@shop/contracts/constants';
import styles from './Seal.module.css';

const NAMES: Record<CertificateState, string> = { valid: 'Valid', suspended: 'Suspended', revoked: 'Revoked' };
const SIZE = 240;
const CENTRE = SIZE / 2;
const POINTS = 240;

/** A closed line around the centre that swings `waves` times between `radius` - `swing` and `radius` + `swing`. */
function rosette(radius: number, swing: number, waves: number, turn: number): string {
  const points = Array.from({ length: POINTS }, (_, at) => {
    const angle = (at / POINTS) * 2 * Math.PI;
    const distance = radius + swing * Math.cos(waves * angle + turn);
    return `${(CENTRE + distance * Math.cos(angle)).toFixed(1)} ${(CENTRE + distance * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** The lines of a seal: those of each certificate are its own, drawn from the letters of its code. */
function linesOf(code: string): string[] {
  const letterAt = (at: number) => code.charCodeAt(at % code.length) || 0;
  const waves = 9 + (letterAt(3) % 8);
  return [0, 1, 2, 3].map((line) => rosette(100, 6 + (letterAt(line + 5) % 9), waves, (line * Math.PI) / 2));
}

/** The state of a certificate as a large seal. */
export const Seal = ({ state, code }: { state: CertificateState; code: string }) => (
  <div className={styles.seal} data-state={state}>
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
      <circle cx={CENTRE} cy={CENTRE} r={118} />
      {linesOf(code).map((line, at) => (
        <path key={at} d={line} />
      ))}
      <circle cx={CENTRE} cy={CENTRE} r={80} />
    </svg>
    <strong>{NAMES[state]}</strong>
  </div>
);
