import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { issueCertificate } from './certificate';

test('a certificate names its holder, is signed by its authority, and holds the key that webhooks are signed with', () => {
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const { id, pem } = issueCertificate(publicKey);
  const [leaf, root] = pem
    .match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g)!
    .map((certificate) => new X509Certificate(certificate));
  expect(leaf!.subject).toBe('CN=messageverificationcerts.paypal.com');
  expect(leaf!.checkIssued(root!) && leaf!.verify(root!.publicKey) && root!.verify(root!.publicKey)).toBe(true);
  expect([leaf!.ca, root!.ca]).toEqual([false, true]);
  expect(leaf!.publicKey.export({ type: 'spki', format: 'pem' })).toBe(publicKey);
  expect(Date.parse(leaf!.validFrom)).toBeLessThan(Date.now());
  expect(Date.parse(leaf!.validTo)).toBeGreaterThan(Date.now());
  expect(id).toMatch(/^CERT-[0-9a-f]{16}$/);
});
