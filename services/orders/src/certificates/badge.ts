import type { CertificateState } from '@shop/contracts/constants';

const SIGNAL: Record<CertificateState, { color: string; words: string }> = {
  valid: { color: '#d9ff42', words: 'Sold once' },
  suspended: { color: '#ffb454', words: 'Suspended' },
  revoked: { color: '#ff6b5e', words: 'Revoked' },
};
const LONGEST = 34;

/** XML has no control characters, not even escaped ones. */
const escapeXml = (text: string) =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const cut = (text: string) => {
  const letters = [...text];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : text;
};

/** Draws what a certificate says as a picture of 320 by 64 pixels, for other sites. */
export function drawBadge({ state, day, title, shop }: { state: CertificateState; day: string; title: string; shop: string }) {
  const { color, words } = SIGNAL[state];
  const line = `${words} · ${day} · ${shop}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="64" viewBox="0 0 320 64" role="img" aria-label="${escapeXml(`${title}: ${line}`)}">
<rect width="320" height="64" rx="6" fill="#0b0b0c"/>
<rect width="6" height="64" fill="${color}"/>
<g font-family="system-ui, sans-serif" fill="#f2f0eb">
<text x="20" y="28" font-size="15" font-weight="600" direction="auto">${escapeXml(cut(title))}</text>
<text x="20" y="48" font-size="12" fill="${color}">${escapeXml(cut(line))}</text>
</g>
</svg>
`;
}
