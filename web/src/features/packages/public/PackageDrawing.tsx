import type { PackageFinding, PackageView } from '@shop/contracts/views';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import styles from './PackageDrawing.module.css';

type PackageSound = PackageView['files'][number];

type DrawingProps = {
  files: readonly PackageSound[];
  findings: readonly PackageFinding[];
  /** Where the reviewer listens, in seconds; the line over all sounds. */
  atSeconds?: number;
  /** Hears of the second of a finding that is chosen. */
  onSecond?: (seconds: number) => void;
  /** What a reviewer can do with a sound. */
  actsOn?: (file: PackageSound) => ReactNode;
};

/**
 * The sounds of a package under each other on one time line: waveforms as the check has stored them, the findings at their seconds, and
 * the loudness of each. A finding without a file is marked on the unmastered version, with which the stems are compared.
 */
export function PackageDrawing({ files, findings, atSeconds, onSecond, actsOn }: DrawingProps) {
  const [shownFinding, setShownFinding] = useState<PackageFinding | null>(null);
  const sounds = soundsOf(files);
  const longest = Math.max(...sounds.map(({ seconds = 0 }) => seconds), 0);
  if (longest === 0) return null;
  const marks = findings.filter((finding) => finding.atSeconds !== undefined);
  const whole = sounds.find(({ role }) => role === 'unmastered') ?? sounds[0];
  const marksOf = ({ id, path }: PackageSound) =>
    marks.filter(({ file }) => (file === undefined ? id === whole?.id : file === path));
  const at = (seconds: number) => ({ '--at': `${(100 * Math.min(seconds, longest)) / longest}%` }) as CSSProperties;
  return (
    <section className={styles.drawing} aria-label="The sounds on one time line">
      <div className={styles.ruler} aria-hidden>
        {ticksOf(longest).map((second) => (
          <span key={second} style={at(second)}>
            {minutesOf(second)}
          </span>
        ))}
      </div>
      <ul className={styles.sounds}>
        {sounds.map((file) => (
          <li key={file.id}>
            <div className={styles.head}>
              <span className={styles.name} dir="auto">
                <span className="muted">{ROLES[file.role]}</span> {nameOf(file.path)}
              </span>
              {actsOn?.(file)}
              <Loudness of={file} />
            </div>
            <div className={styles.line}>
              <Wave of={file} longest={longest} />
              {marksOf(file).map((finding, index) => (
                <button
                  key={`${finding.code} ${index}`}
                  type="button"
                  className={cx(styles.mark, finding === shownFinding && styles.shown)}
                  data-level={finding.overruled ? 'note' : finding.level}
                  style={at(finding.atSeconds ?? 0)}
                  aria-label={`At ${minutesOf(finding.atSeconds ?? 0)}: ${finding.text}`}
                  aria-expanded={finding === shownFinding}
                  onClick={() => {
                    setShownFinding(finding === shownFinding ? null : finding);
                    onSecond?.(finding.atSeconds ?? 0);
                  }}
                />
              ))}
              {atSeconds !== undefined && <span className={styles.now} style={at(atSeconds)} aria-hidden />}
            </div>
          </li>
        ))}
      </ul>
      {shownFinding && (
        <p className={styles.said} role="status" dir="auto">
          <span className="mono">{minutesOf(shownFinding.atSeconds ?? 0)} </span>
          {shownFinding.text} {shownFinding.todo}
        </p>
      )}
    </section>
  );
}

const ROLES: Partial<Record<PackageSound['role'], string>> = { master: 'Master', unmastered: 'Unmastered', stem: 'Stem' };
const ORDER = Object.keys(ROLES);

/** Master, unmastered and stems, in this order, as far as the check could read them. */
export const soundsOf = (files: readonly PackageSound[]) =>
  files
    .filter(({ role, wave }) => wave && ORDER.includes(role))
    .sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role) || a.path.localeCompare(b.path));

const nameOf = (path: string) => path.split('/').at(-1) ?? path;

/** At most nine marks, at whole minutes or halves. */
function ticksOf(longest: number): number[] {
  const step = [30, 60, 120, 300].find((seconds) => longest / seconds <= 8) ?? 600;
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, i) => i * step).filter((second) => second < longest * 0.97);
}

const POINTS = 300;

function Wave({ of: { wave = [], seconds = 0 }, longest }: { of: PackageSound; longest: number }) {
  const width = (POINTS * seconds) / longest;
  const share = wave.length / POINTS;
  const levels = Array.from({ length: POINTS }, (_, i) =>
    Math.max(0.0004, ...wave.slice(Math.floor(i * share), Math.max(Math.floor((i + 1) * share), Math.floor(i * share) + 1))),
  );
  const x = (i: number) => ((width * i) / (POINTS - 1)).toFixed(1);
  // The root lets quiet stems be seen beside the master.
  const edge = (sign: number) => levels.map((level, i) => `${x(i)} ${(50 - sign * 48 * Math.sqrt(level)).toFixed(1)}`);
  return (
    <svg className={styles.wave} viewBox={`0 0 ${POINTS} 100`} preserveAspectRatio="none" aria-hidden>
      <path d={`M${[...edge(1), ...edge(-1).reverse()].join('L')}Z`} />
    </svg>
  );
}

/** The meter reaches from −40 LUFS to full scale. */
const QUIETEST = -40;

function Loudness({ of: { path, loudness, truePeak } }: { of: PackageSound }) {
  if (loudness === undefined) return <span className={`mono ${styles.level}`}>silent</span>;
  const share = Math.max(0, Math.min(100, (100 * (loudness - QUIETEST)) / -QUIETEST));
  const peak = truePeak === undefined ? '' : decibels(truePeak);
  return (
    <span className={styles.loudness}>
      <span
        className={styles.meter}
        role="meter"
        aria-label={`Loudness of ${nameOf(path)}`}
        aria-valuemin={QUIETEST}
        aria-valuemax={0}
        aria-valuenow={Math.max(QUIETEST, Math.min(0, loudness))}
        aria-valuetext={`${decibels(loudness)} LUFS${peak && `, true peak ${peak} dB`}`}
        style={{ '--at': `${share}%` } as CSSProperties}
      />
      <span className={`mono ${styles.level}`} aria-hidden>
        {decibels(loudness)} LUFS{peak && ` · ${peak} dBTP`}
      </span>
    </span>
  );
}

const decibels = (level: number) => level.toFixed(1).replace('-', '−');
