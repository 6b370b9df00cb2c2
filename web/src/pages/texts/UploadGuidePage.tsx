import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Gallery } from './upload-guide/Gallery';
import styles from './upload-guide/UploadGuide.module.css';

const STEPS = [
  {
    name: 'Export the main version',
    text: 'The finished, mastered track as WAV with 44.1 kHz and 16-bit, 2.50 to 8.30 minutes long.',
  },
  {
    name: 'Export the unmastered version',
    text: 'Take the limiter off the master and export again. The unmastered peak must not exceed -6 dB.',
  },
  {
    name: 'Export the stems',
    text: 'Each channel as a file of its own, all from bar 1 and of the same length, with 44.1 kHz and 24-bit.',
  },
  { name: 'Export the MIDI', text: 'Every melodic part as a MIDI file, named like its stem.' },
  { name: 'Pack the archive', text: 'One archive with the folders Master/Unmaster, MIDI and Stems.' },
  { name: 'Upload it', text: 'To Dropbox, WeTransfer, Yandex Disk or Google Drive, with a link that anybody can open.' },
];

/** The requirements for an upload (docs/product/screens.md#track-upload-guide). */
const REQUIREMENTS = [
  ['Track length', '2.50 to 8.30 minutes'],
  ['Main version', '44.1 kHz 16-bit'],
  ['Stems', '44.1 kHz 24-bit'],
  ['Unmastered peak', 'must not exceed -6 dB'],
  ['Folders in the archive', 'Master/Unmaster, MIDI and Stems'],
];

/** What the check looks at (docs/product/packages.md#the-check). */
const CHECKS = [
  'Master, unmastered version, at least two stems and MIDI are there; each recording can be read from start to end and is not silent.',
  'Sample rate, bits, length and peak are as above, and no file of 16 bits has been written as 24.',
  'The stems are as long as the unmastered version, and together they sum to it.',
  'No stem is there twice, nothing clips, and no side or mono sum is lost.',
  'MIDI files can be read. No programs or second archives are in it, and every name is safe to unpack.',
  'WAV, AIFF and FLAC are read. One archive may be a ZIP of up to 10 GB.',
];

export function UploadGuidePage() {
  return (
    <div className="wrap">
      <header className={styles.head}>
        <h1>Track upload guide</h1>
        <p>A track that comes like this is reviewed without questions, in up to 2 days.</p>
      </header>
      <div className={styles.columns}>
        <section aria-labelledby="steps">
          <h2 id="steps">Steps</h2>
          <ol className={styles.steps}>
            {STEPS.map(({ name, text }) => (
              <li key={name}>
                <h3 dir="auto">{name}</h3>
                <p>{text}</p>
              </li>
            ))}
            <li>
              <h3>Send it for review</h3>
              <p>
                From the <Link to={paths.accountTab('seller')}>Seller Dashboard</Link> in your account, once your store is Active.
                An approved track appears on the site about 24 hours later.
              </p>
            </li>
          </ol>
        </section>
        <section aria-labelledby="requirements">
          <h2 id="requirements">Technical requirements</h2>
          <dl className={styles.facts}>
            {REQUIREMENTS.map(([name, value]) => (
              <div key={name}>
                <dt dir="auto">{name}</dt>
                <dd className="mono">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <section className={styles.checks} aria-labelledby="checks">
        <h2 id="checks">What the shop checks</h2>
        <p>
          Drop the archive, or its folder, into Send Track: the shop then holds the files, checks them before a person listens,
          and delivers them to the buyer itself. An upload that breaks off goes on where it was. A link is the second way; nobody
          checks what it leads to until the review.
        </p>
        <ul>
          {CHECKS.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>
          Each fault names its file and what to do. Only that file is sent again. The page of a track whose files have passed says
          “Checked by the shop”.
        </p>
      </section>
      <section className={styles.examples} aria-labelledby="examples">
        <h2 id="examples">Examples</h2>
        <Gallery />
      </section>
    </div>
  );
}
