import { Navigate, useParams } from 'react-router-dom';
import { useTrackQuery } from '#features/catalog/api/catalog-api.ts';
import { readCode } from '#features/proof/api/certified-file.ts';
import { useCertificateQuery } from '#features/proof/api/proof-api.ts';
import { Certificate } from '#features/proof/public/Certificate.tsx';
import { CertificateSkeleton, CertificateSoon, NoCertificate } from '#features/proof/public/CertificateStates.tsx';
import { errorText, isApiError } from '#lib/calls/api.ts';
import { paths } from '#lib/paths.ts';
import { Query } from '#ui/feedback/Query.tsx';

const ASK_AGAIN_MS = 3_000;

/** The certificate of a sold track, for everybody who has its address (docs/product/screens.md#certificate). */
export function CertificatePage() {
  const typed = useParams().code ?? '';
  const code = readCode(typed);
  if (code === null) return <NoCertificate />;
  if (code !== typed) return <Navigate to={paths.certificate(code)} replace />;
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
  return track !== undefined && isThere ? paths.track(track) : null;
}
