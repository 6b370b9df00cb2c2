import escapeHtml from 'escape-html';
import type { Block } from './blocks';

export type Site = { name: string; url: string; timeZone: string };
type MailBody = { html: string; text: string };

const GROUND = '#0b0b0c';
const SIGNAL = '#d9ff42';
const MUTED = '#6b6963';
const SANS = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";
/** The longest value that stays in one line beside its label, even on a phone. */
const SHORT = 20;
const MONO = "'IBM Plex Mono',Menlo,Consolas,monospace";

/** A mail in the look of the shop (docs/product/screens.md#how-it-looks), and a text with the same words. */
export const renderMail = (title: string, blocks: readonly Block[], site: Site): MailBody => ({
  html: page(title, blocks.map(htmlOf).join('\n'), site),
  text:
    [title.toUpperCase(), ...blocks.map(textOf), `--\n${site.name} - Your music - our mastery.\n${site.url}`].join('\n\n') + '\n',
});

const page = (title: string, body: string, site: Site) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f2f0eb;font-family:${SANS};color:#17171a;word-break:break-word">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f0eb"><tr><td align="center" style="padding:0 0 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff">
<tr><td style="background:${GROUND};padding:20px 32px;border-bottom:4px solid ${SIGNAL}"><a href="${escapeHtml(site.url)}" style="color:#f2f0eb;font-weight:800;font-size:20px;letter-spacing:.02em;text-decoration:none">${escapeHtml(site.name)}</a></td></tr>
<tr><td style="padding:32px">
<h1 style="margin:0 0 24px;font-size:26px;line-height:1.15;font-weight:800">${escapeHtml(title)}</h1>
${body}
</td></tr>
<tr><td style="background:${GROUND};color:#a3a098;padding:20px 32px;font-size:13px;line-height:1.5">Your music - our mastery.<br><a href="${escapeHtml(site.url)}" style="color:#f2f0eb">${escapeHtml(site.url)}</a></td></tr>
</table></td></tr></table>
</body>
</html>`;

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 20px;font-size:16px;line-height:1.5">${escapeHtml(block.text)}</p>`;
    case 'note':
      return `<p style="margin:0 0 16px;font-size:14px;line-height:1.5;color:${MUTED}">${escapeHtml(block.text)}</p>`;
    case 'code':
      return `<p style="margin:0 0 24px;padding:20px;background:${GROUND};color:${SIGNAL};font-family:${MONO};font-size:32px;letter-spacing:.3em;text-align:center">${escapeHtml(block.code)}</p>`;
    case 'button':
      return `<p style="margin:0 0 24px"><a href="${escapeHtml(block.url)}" style="display:inline-block;background:${SIGNAL};color:${GROUND};padding:14px 24px;font-weight:700;text-decoration:none;border-radius:2px">${escapeHtml(block.label)}</a></p>`;
    case 'rows':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-top:1px solid #dcd9d2">${block.rows.map(rowOf).join('')}</table>`;
    case 'links':
      return `<h2 style="margin:0 0 8px;font-size:16px">${escapeHtml(block.title)}</h2>${block.links.map(linkOf).join('')}<div style="height:16px"></div>`;
  }
}

const rowOf = ({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) =>
  `<tr><td style="padding:10px 0;border-bottom:1px solid #dcd9d2;font-size:15px;word-break:normal;${strong ? 'font-weight:700' : ''}">${escapeHtml(label)}</td><td align="right" style="padding:10px 0;border-bottom:1px solid #dcd9d2;font-family:${MONO};font-size:15px;${value.length > SHORT ? 'word-break:break-word;padding-left:16px;' : 'white-space:nowrap;'}${strong ? 'font-weight:700' : ''}">${escapeHtml(value)}</td></tr>`;

const linkOf = ({ label, note: about, url }: { label: string; note: string; url: string }) =>
  `<p style="margin:0 0 8px;font-size:15px"><a href="${escapeHtml(url)}" style="color:${GROUND};font-weight:700">${escapeHtml(label)}</a> <span style="color:${MUTED}">${escapeHtml(about)}</span></p>`;

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'code':
      return `    ${block.code}`;
    case 'button':
      return `${block.label}:\n${block.url}`;
    case 'rows':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'links':
      return [`${block.title}:`, ...block.links.map(({ label, note: about, url }) => `${label} (${about})\n${url}`)].join('\n');
  }
}
