import type { CertificateState, ChangeReason } from '@shop/contracts/constants';
import { dateText } from '@shop/contracts/times';
import type { CertificateText, CertificateView } from '@shop/contracts/views';
import { pageAddress } from '@shop/contracts/pages';
import { Printer } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/action/Button.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { checksOf } from '../api/certificate-checks';
import { codeInGroups } from '../api/certified-file';
import { readHead, toBase64 } from '../api/notes';
import { readCertificateKeys, useLazyLogProofQuery } from '../api/proof-api';
import { CheckList } from './CheckList';
import { CopyButton, Hash } from './Hash';
import styles from './Certificate.module.css';
import { FileCheck } from './FileCheck';
import { Seal } from './Seal';

const REASONS: Record<ChangeReason, string> = {
  claim: 'a complaint about the sale',
  dispute: 'a dispute about the payment',
  refund: 'a refund',
  rights: 'a question of rights in the recording',
  other: 'another reason, which the shop can tell you',
};
const SINCE: Record<CertificateState, string> = {
  valid: 'Valid again since',
  suspended: 'Suspended since',
  revoked: 'Revoked on',
};

/** Further files are folded away, and not printed: the page has room on one sheet. */
const FIRST_FILES = 6;

type ShownCertificate = CertificateView & { text: CertificateText };

/** A certificate: its state, what it says, and the checks that the browser makes itself. `trackHref` is that of the sold track's page. */
export function Certificate({
  certificate,
  code,
  trackHref,
}: {
  certificate: ShownCertificate;
  code: string;
  trackHref: string | null;
}) {
  const { text, state } = certificate;
  return (
    <article className={`wrap ${styles.page}`} aria-labelledby="certificate-title">
      <header className={styles.head}>
        <Seal state={state.state} code={text.code} />
        <div className={styles.words}>
          <p className="muted">Certificate of sale</p>
          <h1 id="certificate-title" data-long={text.title.length > 60 || undefined}>
            {trackHref ? (
              <Link to={trackHref} dir="auto">
                {text.title}
              </Link>
            ) : (
              <span dir="auto">{text.title}</span>
            )}
          </h1>
          <p className={styles.store} dir="auto">
            by {text.store}
          </p>
          <StateText {...state} isChanged={state.reason !== null} />
          <p>
            Sold once, on <time dateTime={text.day}>{dateText(text.day)}</time>, and gone from the shop for good.
          </p>
          <p className={`mono ${styles.code}`} translate="no">
            {codeInGroups(code)}
          </p>
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
          <SectionBoundary>
            <CertificateChecks certificate={certificate} code={code} />
          </SectionBoundary>
          <section className={`${styles.section} ${styles.unprinted}`}>
            <h2>Is this the file?</h2>
            <p className="muted">It is compared in your browser, byte by byte, and never leaves your machine.</p>
            <FileCheck text={text} />
          </section>
        </div>
        <div className={styles.column}>
          <SectionBoundary>
            <Statement certificate={certificate} />
          </SectionBoundary>
        </div>
      </div>
      <Elsewhere code={code} title={text.title} />
    </article>
  );
}

function StateText({ state, day, reason, isChanged }: CertificateView['state'] & { isChanged: boolean }) {
  if (!isChanged) return null;
  return (
    <p className={styles.state} data-state={state}>
      {SINCE[state]} <time dateTime={day}>{dateText(day)}</time>
      <span>{state !== 'valid' && reason ? `, for ${REASONS[reason]}.` : '.'}</span>
    </p>
  );
}

function CertificateChecks({ certificate, code }: { certificate: ShownCertificate; code: string }) {
  const [readProof] = useLazyLogProofQuery();
  const checks = useMemo(
    () =>
      checksOf(certificate, certificate.text, code, {
        keys: readCertificateKeys,
        proof: () => readProof(code, true).unwrap(),
      }),
    [certificate, code, readProof],
  );
  return (
    <section className={styles.section} aria-labelledby="certificate-checked">
      <h2 id="certificate-checked">Checked in your browser</h2>
      <p className={`muted ${styles.unprinted}`}>Nobody has to believe the shop: your browser reckons all of this itself.</p>
      <CheckList checks={checks} />
    </section>
  );
}

function Statement({ certificate: { text, log, buyer } }: { certificate: ShownCertificate }) {
  const { size, root } = readHead(log.checkpoint);
  const moreFiles = text.files.slice(FIRST_FILES);
  return (
    <>
      <section className={styles.section}>
        <h2>What it says</h2>
        <dl className={styles.facts}>
          <Fact name="Track">{text.title}</Fact>
          <Fact name="Store">{text.store}</Fact>
          <Fact name="Sold by">{text.shop}</Fact>
          <Fact name="Day of sale">{dateText(text.day)}</Fact>
          {buyer && <Fact name="Buyer">{buyer.name}</Fact>}
          <Fact name="Sales log">
            <Link to={paths.salesLog}>{`Entry ${log.index.toLocaleString('en')} of ${size.toLocaleString('en')}`}</Link>
          </Fact>
        </dl>
        <dl className={styles.hashes}>
          <Hash name="Head of the log" value={toBase64(root)} />
        </dl>
      </section>
      <section className={styles.section}>
        <h2>Files of this sale</h2>
        <p className="muted">SHA-256: the same file always has the same one, and no other file has it.</p>
        <dl className={styles.hashes}>
          {text.contract && <Hash name="Contract" value={text.contract} />}
          {text.master && <Hash name="Master" value={text.master} />}
          {text.files.slice(0, FIRST_FILES).map(({ path, sha256 }) => (
            <Hash key={path} name={path} value={sha256} />
          ))}
        </dl>
        {moreFiles.length > 0 && (
          <>
            <details className={styles.unprinted}>
              <summary>{`${moreFiles.length} more files`}</summary>
              <dl className={styles.hashes}>
                {moreFiles.map(({ path, sha256 }) => (
                  <Hash key={path} name={path} value={sha256} />
                ))}
              </dl>
            </details>
            <p className={styles.printed}>{`And ${moreFiles.length} more files, on the page of the certificate.`}</p>
          </>
        )}
        <p className={styles.printed}>{window.location.href}</p>
      </section>
    </>
  );
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function Elsewhere({ code, title }: { code: string; title: string }) {
  const badge = `/api/certificates/${code}/badge.svg`;
  const absolute = (path: string) => new URL(path, window.location.origin).href;
  const alt = escapeXml(`Certificate of sale: ${title}`);
  const html = `<a href="${absolute(pageAddress('certificate', { code: code }))}"><img src="${absolute(badge)}" alt="${alt}"></a>`;
  return (
    <section className={`${styles.section} ${styles.unprinted}`} aria-labelledby="certificate-elsewhere">
      <h2 id="certificate-elsewhere">Show it elsewhere</h2>
      <p className="muted">A badge for your own site. It always shows the state of today, and leads here.</p>
      <img className={styles.badge} src={badge} alt="" />
      <pre className={styles.snippet} tabIndex={0} translate="no" aria-label="HTML of the badge">
        <code className="mono">{html}</code>
      </pre>
      <Row>
        <CopyButton text={html}>Copy HTML</CopyButton>
        <Button size="s" onClick={() => window.print()}>
          <Printer size={16} aria-hidden /> Print
        </Button>
      </Row>
    </section>
  );
}

const Row = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt dir="auto">{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);
