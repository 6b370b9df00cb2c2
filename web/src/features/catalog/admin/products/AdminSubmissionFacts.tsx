import { formatWholeDollars } from '@shop/contracts/pricing';
import { timeText } from '@shop/contracts/times';
import type { SubmissionView } from '@shop/contracts/views';
import { Fact, Facts } from '#ui/display/Facts.tsx';
import styles from '../parts/AdminForms.module.css';

export function AdminSubmissionFacts({ submission }: { submission: SubmissionView }) {
  const {
    id,
    storeName,
    trackName,
    genre,
    price,
    bpm,
    key,
    contactEmail,
    trackFilesLink,
    projectFilesLink,
    submittedAt,
    origins,
  } = submission;
  const facts: [string, string][] = [
    ['Store', storeName],
    ['Track', trackName],
    ['Genre', genre],
    ['Price', formatWholeDollars(price)],
    ['BPM', String(bpm)],
    ['Key', key],
    ['Contact', contactEmail],
    ['Sent', timeText(submittedAt)],
    ['Samples', origins ? [origins.samples, origins.samplesNote].filter(Boolean).join(': ') : 'not declared'],
    ['Vocals', origins ? [origins.vocals, origins.vocalsNote].filter(Boolean).join(': ') : 'not declared'],
  ];
  const links: [string, string | null][] = [
    ['Track files', trackFilesLink],
    ['Project files', projectFilesLink],
  ];
  return (
    <section className={styles.facts}>
      <h2>Submission {id}</h2>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {links.map(
          ([name, link]) =>
            link && (
              <Fact key={name} name={name}>
                <a href={link} target="_blank" rel="noreferrer noopener">
                  {link}
                </a>
              </Fact>
            ),
        )}
      </Facts>
    </section>
  );
}
