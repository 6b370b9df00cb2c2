import type { ReactElement } from 'react';
import { levels, Screen, Setting, Wave } from './Screen';
import styles from './Screens.module.css';

const MASTER = 'Export window: the main version as WAV, 44.1 kHz, 16-bit';
function MasterExport() {
  return (
    <Screen label={MASTER} title="Export audio">
      <g className={styles.faint}>
        <Wave x={40} y={60} width={720} height={70} seed={3} />
      </g>
      <rect x="180" y="150" width="440" height="290" className={styles.panel} />
      <Setting y={174} name="Rendered track" value="Master" />
      <Setting y={218} name="File type" value="WAV" />
      <Setting y={262} name="Sample rate" value="44.1 kHz" strong />
      <Setting y={306} name="Bit depth" value="16-bit" strong />
      <rect x="490" y="380" width="100" height="36" className={styles.action} />
      <text x="540" y="403" textAnchor="middle" className={styles.onAction}>
        Export
      </text>
    </Screen>
  );
}

const HEADROOM = 'Mixer: the master without limiter, its peak at -6 dB';
function Headroom() {
  const scale = [0, -6, -12, -24, -48];
  return (
    <Screen label={HEADROOM} title="Mixer: unmastered version">
      {['Kick', 'Bass', 'Drums', 'Synth', 'Vocal'].map((name, i) => {
        const tall = 120 + (levels(5, 2)[i] ?? 0) * 130;
        return (
          <g key={name} transform={`translate(${40 + i * 96} 70)`}>
            <rect width="76" height="370" className={styles.panel} />
            <rect x="14" y="40" width="14" height="280" className={styles.box} />
            <rect x="14" y={320 - tall} width="14" height={tall} className={styles.level} />
            <rect x="48" y={310 - tall} width="18" height="10" className={styles.knob} />
            <text x="38" y="350" textAnchor="middle" className={styles.value}>
              {name}
            </text>
          </g>
        );
      })}
      <g transform="translate(540 70)">
        <rect width="220" height="370" className={styles.panel} />
        <text x="20" y="28" className={styles.strong}>
          Master
        </text>
        {scale.map((db, i) => (
          <g key={db}>
            <text x="112" y={64 + i * 62} className={db === -6 ? styles.strong : styles.name}>
              {db} dB
            </text>
            <path d={`M20 ${60 + i * 62}h84`} className={db === -6 ? styles.mark : styles.line} />
          </g>
        ))}
        <rect x="28" y="122" width="26" height="206" className={styles.level} />
        <rect x="62" y="126" width="26" height="202" className={styles.level} />
        <text x="20" y="352" className={styles.name}>
          Limiter off
        </text>
      </g>
    </Screen>
  );
}

const STEMS = 'Export window: every channel as a stem from bar 1, 44.1 kHz, 24-bit';
function StemsExport() {
  const tracks = ['Kick', 'Bass', 'Hats', 'Percussion', 'Lead', 'Pads', 'FX', 'Vocal'];
  return (
    <Screen label={STEMS} title="Export stems: 44.1 kHz, 24-bit">
      {tracks.map((name, i) => (
        <g key={name} transform={`translate(0 ${52 + i * 44})`}>
          <rect x="24" y="0" width="752" height="40" className={styles.panel} />
          <rect x="36" y="12" width="16" height="16" className={styles.action} />
          <path d="M40 20l3 3l6-7" className={styles.tick} />
          <text x="64" y="25" className={styles.value}>
            {`${String(i + 1).padStart(2, '0')} ${name}`}
          </text>
          <g className={i % 3 === 0 ? styles.level : styles.faint}>
            <Wave x={210} y={4} width={552} height={32} seed={i + 5} />
          </g>
        </g>
      ))}
      <path d="M210 44v364" className={styles.mark} />
      <text x="216" y="432" className={styles.strong}>
        All stems start at bar 1 and have the same length
      </text>
    </Screen>
  );
}

const MIDI = 'Piano roll: the parts that are exported as MIDI files';
function MidiExport() {
  const black = [1, 3, 6, 8, 10];
  const notes = [0, 3, 7, 10, 7, 3, 12, 10, 0, 3, 7, 10, 5, 8, 12, 8];
  return (
    <Screen label={MIDI} title="MIDI: 05 Lead">
      {Array.from({ length: 14 }, (_, i) => (
        <g key={i} transform={`translate(0 ${52 + i * 26})`}>
          <rect x="24" width="72" height="24" className={black.includes(i % 12) ? styles.bar : styles.knob} />
          <rect x="100" width="676" height="24" className={black.includes(i % 12) ? styles.ground : styles.panel} />
        </g>
      ))}
      {notes.map((note, i) => (
        <rect
          key={i}
          x={104 + i * 42}
          y={54 + (13 - note) * 26}
          width={i % 4 === 3 ? 36 : 30}
          height="20"
          className={styles.action}
        />
      ))}
      {[0, 1, 2, 3].map((bar) => (
        <path key={bar} d={`M${102 + bar * 168} 52v362`} className={styles.line} />
      ))}
      <text x="24" y="446" className={styles.name}>
        Export selected clips:
      </text>
      <text x="196" y="446" className={styles.strong}>
        05 Lead.mid
      </text>
    </Screen>
  );
}

const ARCHIVE = 'The archive with its folders Master/Unmaster, MIDI and Stems';
const FILES: readonly [depth: number, name: string, strong?: true][] = [
  [0, 'Artist - Track.zip'],
  [1, 'Master/Unmaster', true],
  [2, 'Track_Master_44k16.wav'],
  [2, 'Track_Unmaster_-6dB.wav'],
  [1, 'MIDI', true],
  [2, '02 Bass.mid'],
  [2, '05 Lead.mid'],
  [1, 'Stems', true],
  [2, '01 Kick_44k24.wav'],
  [2, '02 Bass_44k24.wav'],
];
function Archive() {
  return (
    <Screen label={ARCHIVE} title="Archive">
      {FILES.map(([depth, name, strong], i) => (
        <g key={name} transform={`translate(${48 + depth * 56} ${58 + i * 40})`}>
          {depth > 0 && <path d="M-34 -24v38h24" className={styles.line} />}
          {depth === 2 ? (
            <path d="M0 0h16l8 8v20h-24z" className={styles.box} />
          ) : (
            <path d="M-2 2h12l4 5h16v21h-32z" className={strong ? styles.action : styles.knob} />
          )}
          <text x="44" y="20" className={strong ? styles.strong : styles.value}>
            {name}
          </text>
        </g>
      ))}
    </Screen>
  );
}

type Example = { name: string; caption: string; Picture: () => ReactElement };

export const SCREENS: readonly [Example, ...Example[]] = [
  { name: 'Main version', caption: 'Export the main version as WAV with 44.1 kHz and 16-bit.', Picture: MasterExport },
  { name: 'Headroom', caption: 'Without limiter on the master, the unmastered peak must not exceed -6 dB.', Picture: Headroom },
  { name: 'Stems', caption: 'Every stem from bar 1, with 44.1 kHz and 24-bit.', Picture: StemsExport },
  { name: 'MIDI', caption: 'The melodic parts as MIDI files, named like their stems.', Picture: MidiExport },
  { name: 'Archive', caption: 'One archive with the folders Master/Unmaster, MIDI and Stems.', Picture: Archive },
];
