import type { ReactNode } from 'react';
import { useObjectUrl } from '#lib/files/chosen-file.ts';
import { Cover } from '#ui/display/Cover.tsx';
import { Waveform } from '#ui/display/Waveform.tsx';
import styles from './AdminForms.module.css';
import type { Sound } from '../sound/use-sound';

type StoredMedia = { img: string; audio: string; wave: string };

/** A preview of cover, waveform and sound, of the chosen files or of the stored ones. */
export function AdminMediaPreview({
  img,
  audio,
  sound,
  stored,
  withoutImage = 'The cover appears here.',
  children,
}: {
  img: File | null;
  audio: File | null;
  sound: Sound;
  stored?: StoredMedia;
  withoutImage?: string;
  children?: ReactNode;
}) {
  const cover = useObjectUrl(img);
  const recording = useObjectUrl(audio);
  const source = recording ?? stored?.audio;
  return (
    <>
      <div className={styles.cover}>
        {cover ? (
          <img src={cover} alt="The chosen cover" />
        ) : stored ? (
          <Cover src={stored.img} alt="The cover" size="320px" eager />
        ) : null}
        {!cover && !stored && <p className="muted">{withoutImage}</p>}
      </div>
      <div className={styles.wave}>
        <PreviewWave audio={audio} sound={sound} stored={stored} />
      </div>
      {source && <audio key={source} className={styles.audio} controls preload="metadata" src={source} aria-label="Listen" />}
      {children}
    </>
  );
}

function PreviewWave({ audio, sound, stored }: { audio: File | null; sound: Sound; stored?: StoredMedia }) {
  if (!audio) return stored ? <Waveform wave={stored.wave} /> : <p className="muted">The waveform appears here.</p>;
  if (sound.state === 'heard') return <Waveform wave={sound.wave} />;
  if (sound.state === 'unreadable') return <p className="muted">This browser cannot read the file. The shop will try.</p>;
  return (
    <p className="muted" role="status">
      Reading the audio…
    </p>
  );
}
