import { pageAddress } from '@shop/contracts/pages';
import { Navigate, useParams } from 'react-router-dom';
import { useTrackQuery } from '#features/catalog/api/catalog-api.ts';
import { readCode } from '#features/proof/api/certified-file.ts';
import { useCertificateQuery } from '#features/proof/api/proof-api.ts';
import { Certificate } from '#features/proof/public/Certificate.tsx';
import { CertificateSkeleton, CertificateSoon, NoCertificate } from '#features/proof/public/CertificateStates.tsx';
import { EnterCode } from '#features/proof/public/EnterCode.tsx';
import { SalesLog } from '#features/proof/public/SalesLog.tsx';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { Query } from '#ui/feedback/Query.tsx';
import styles from './ProofPages.module.css';

const ASK_AGAIN_MS = 3_000;

/** The certificate of a sold track, for everybody who has its address (docs/product/screens.md#certificate). */
export function CertificatePage() {
  const codeInAddress = useParams().code ?? '';
  const code = readCode(codeInAddress);
  if (code === null) return <NoCertificate />;
  if (code !== codeInAddress) return <Navigate to={pageAddress('certificate', { code: code })} replace />;
  return <KnownCode key={code} code={code} />;
}

const isNotReady = (error: unknown) => isApiError(error) && error.code === 'not-ready';

function KnownCode({ code }: { code: string }) {
  const query = useCertificateQuery(code);
  const { data, error } = query;
  const isWaiting = data === undefined && isNotReady(error);
  useCertificateQuery(code, { skip: !isWaiting, pollingInterval: ASK_AGAIN_MS });
  const trackHref = useTrackHref(data?.text.track);

  if (data === undefined && isApiError(error) && error.status === 404) return <NoCertificate />;
  if (isWaiting) return <CertificateSoon />;
  return (
    <Query
      of={query}
      skeleton={<CertificateSkeleton />}
      errorText={(failure) =>
        isApiError(failure) && failure.status === 'NETWORK'
          ? 'You are offline, or the shop cannot be reached. The certificate could not be loaded.'
          : errorText(failure, 'The certificate could not be loaded.')
      }
      errorClass="wrap"
    >
      {(certificate) => <Certificate certificate={certificate} code={code} trackHref={trackHref} />}
    </Query>
  );
}

/** The address of the page of a track; null while that is unknown, and when it has none (any more). */
function useTrackHref(track: string | undefined): string | null {
  const { data, error } = useTrackQuery(Number(track), { skip: track === undefined });
  const isThere = data ? data.status !== 'removed' : isApiError(error) && error.code === 'sold';
  return track !== undefined && isThere ? paths.track(Number(track)) : null;
}

/** The sales log, and how to check it without this page (docs/product/screens.md#sales-log). */
export const SalesLogPage = () => (
  <section className={`wrap ${styles.page}`}>
    <div className={styles.section}>
      <h1>Sales log</h1>
      <p className="muted">
        Every sale of this shop, in a list that can only grow. What is in it once can neither be changed nor taken out without
        everybody seeing it: that is how a track is sold once.
      </p>
    </div>
    <SalesLog />
    <section className={styles.section}>
      <h2>Check a certificate</h2>
      <EnterCode />
    </section>
    <HowToCheck />
  </section>
);

/** How anybody can check the log without this page. */
const HowToCheck = () => (
  <section className={styles.section} aria-labelledby="log-how">
    <h2 id="log-how">How to check it yourself</h2>
    <ol className={styles.how}>
      <li>
        <strong>Keep a head.</strong> Its size and root sum up every entry in one line. They stand in each contract and order
        mail, so every buyer holds one without doing anything. The newest one is at <a href="/log/checkpoint">/log/checkpoint</a>.
      </li>
      <li>
        <strong>Come back later.</strong> This page compares the head that your browser saw last with the one of today. If one old
        entry were changed or gone, the two would not go together, and both are signed.
      </li>
      <li>
        <strong>Look for your sale.</strong> A certificate shows the place of its sale, and your browser reckons the way from
        there up to the head. If the same recording stood there twice, its fingerprint would too.
      </li>
      <li>
        <strong>Do it without this page.</strong> The log is published as <a href="https://c2sp.org/tlog-tiles">tlog-tiles</a>,
        with the key at <a href="/log/key">/log/key</a>, so that clients of other transparency logs can read it. The shop’s source
        has a verifier, <code className="mono">docs/verify-sale.mjs</code>, that needs nothing but Node.
      </li>
    </ol>
  </section>
);
