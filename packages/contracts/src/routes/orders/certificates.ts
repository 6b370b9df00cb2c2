import { z } from 'zod';
import { CERTIFICATE_CODE } from '../../constants';
import { id } from '../../forms/fields';
import { ShowBuyerForm } from '../../forms/orders';
import { CertificateView, JwksView, LogProofView } from '../../views/certificates';
import { Data, DoneView } from '../../views/shared';
import { LIMITS } from '../limits';
import { noSuch } from '../refusals';
import { content, route } from '../../declare';

const code = z.string().regex(CERTIFICATE_CODE, 'Not a code of a certificate');
const NO_CERTIFICATE = noSuch('certificate');
const NOT_YET = { '503 not-ready': 'The sale is a few seconds old, and not in the log yet' } as const;

/** Everybody may read certificates (docs/product/certificates.md). */
export const certificateRoutes = {
  readCertificate: route({
    method: 'get',
    path: '/api/certificates/:code',
    who: 'anyone',
    summary: 'The certificate of a sold track, with its place in the sales log',
    params: z.object({ code }),
    answers: { 200: Data(CertificateView) },
    limits: [LIMITS.certificates],
    refuses: { ...NO_CERTIFICATE, ...NOT_YET },
  }),
  readBadge: route({
    method: 'get',
    path: '/api/certificates/:code/badge.svg',
    who: 'anyone',
    summary: 'A picture that says what the certificate says, for other sites',
    params: z.object({ code }),
    answers: { 200: content('image/svg+xml') },
    limits: [LIMITS.certificates],
    refuses: NO_CERTIFICATE,
  }),
  showBuyer: route({
    method: 'put',
    path: '/api/orders/:id/certificates/:productId',
    who: 'user',
    confirmed: false,
    summary: 'Show my name on the certificate of a track that I bought, or take it back',
    params: z.object({ id, productId: id }),
    body: ShowBuyerForm,
    answers: { 200: DoneView },
    refuses: { ...NO_CERTIFICATE, '403 forbidden': 'Not an order of the caller', '409 not-paid': 'The order is not paid' },
  }),
  proveInLog: route({
    method: 'get',
    path: '/api/log/proof',
    who: 'anyone',
    summary: 'Proof that a sale and the changes of its certificate are in the sales log',
    query: z.object({ code }),
    answers: { 200: Data(LogProofView) },
    limits: [LIMITS.certificates],
    refuses: { ...NO_CERTIFICATE, ...NOT_YET },
  }),
  readKeys: route({
    method: 'get',
    path: '/.well-known/jwks.json',
    who: 'anyone',
    summary: 'The public keys that certificates are checked with',
    answers: { 200: JwksView },
  }),
};
