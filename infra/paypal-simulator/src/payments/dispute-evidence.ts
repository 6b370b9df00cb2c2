import { invalid, PaypalProblem } from '../requests/problems';

type Part = { name: string; fileName?: string; type: string; bytes: Buffer };
type EvidenceFile = { name: string; size: number };

const FILE_MAX = 10_000_000;
const CALL_MAX = 50_000_000;
const ENDINGS = /\.(jpe?g|gif|png|pdf)$/i;

/**
 * Reads the form of evidence: the part `input` with JSON, and the files. @throws PaypalProblem 400 for another body, a kind of file
 * that PayPal does not take, a file of 10 MB or more, or more than 50 MB
 */
export function readEvidence(body: unknown, contentType: string | undefined): { input: unknown; files: EvidenceFile[] } {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType ?? '');
  const mark = boundary?.[1] ?? boundary?.[2];
  if (!contentType?.startsWith('multipart/form-data') || !mark || !Buffer.isBuffer(body))
    throw new PaypalProblem(415, 'UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload media type.');
  const parts = partsOf(body, mark);
  const files = parts.filter(({ fileName }) => fileName !== undefined && fileName !== 'blob');
  for (const { fileName = '', bytes } of files) {
    if (!ENDINGS.test(fileName)) throw invalid('INVALID_FILE_FORMAT', 'The file format is not supported.', { field: fileName });
    if (bytes.length >= FILE_MAX) throw tooLarge(fileName);
  }
  if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > CALL_MAX) throw tooLarge('files');
  const input = parts.find(({ name }) => name === 'input');
  if (!input) throw invalid('MISSING_REQUIRED_PARAMETER', 'A required field / parameter is missing.', { field: 'input' });
  return {
    input: parseJson(input.bytes.toString('utf8')),
    files: files.map(({ fileName = '', bytes }) => ({ name: fileName, size: bytes.length })),
  };
}

const tooLarge = (field: string) => invalid('FILE_SIZE_LIMIT_EXCEEDED', 'The file is too large.', { field });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.');
  }
}

/** The parts between the marks of a multipart body. */
function partsOf(body: Buffer, mark: string): Part[] {
  const parts: Part[] = [];
  const line = Buffer.from(`--${mark}`);
  let start = body.indexOf(line);
  while (start >= 0) {
    const end = body.indexOf(line, start + line.length);
    if (end < 0) break;
    const head = body.indexOf('\r\n\r\n', start);
    if (head < 0 || head > end) break;
    const headers = body.subarray(start + line.length, head).toString('utf8');
    parts.push({
      name: /name="([^"]*)"/.exec(headers)?.[1] ?? '',
      fileName: /filename="([^"]*)"/.exec(headers)?.[1],
      type: /content-type: *([^\r\n]+)/i.exec(headers)?.[1] ?? 'text/plain',
      bytes: body.subarray(head + 4, end - 2),
    });
    start = end;
  }
  return parts;
}
