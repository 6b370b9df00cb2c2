import type { Page } from '@playwright/test';

export type File = { name: string; mimeType: string; buffer: Buffer };

/** A striped picture with a text on it, drawn by the browser. */
async function picture(page: Page, name: string, [width, height]: [number, number], text: string): Promise<File> {
  const url = await page.evaluate(
    ({ width, height, text }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const pen = canvas.getContext('2d')!;
      for (let x = 0; x < width; x += 20) {
        pen.fillStyle = x % 40 ? '#d9ff42' : '#ff5c39';
        pen.fillRect(x, 0, 20, height);
      }
      pen.fillStyle = '#0b0b0c';
      pen.font = '28px sans-serif';
      pen.fillText(text, 40, 60);
      return canvas.toDataURL('image/png');
    },
    { width, height, text },
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1]!, 'base64') };
}

export const aCover = (page: Page) => picture(page, 'cover.png', [320, 320], '');

/** The scan of an identity document, 600 pixels wide. */
export const aScan = (page: Page, text = 'PASSPORT · NORA VALE') => picture(page, 'passport.png', [600, 380], text);

/** An identity document as a PDF of two pages, each with a line of text, as the program of a scanner saves it. */
export function aPdfScan(): File {
  const page = (number: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents ${number} 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`;
  const content = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    content('BT /F 28 Tf 40 500 Td (PASSPORT: NORA VALE) Tj ET'),
    content('BT /F 28 Tf 40 500 Td (SIGNATURE: N. VALE) Tj ET'),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 7\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 7 /Root 1 0 R >>\n`;
  return {
    name: 'passport.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`),
  };
}

/** A WAVE file with twelve seconds of clicks at this tempo. */
export function clicks(bpm: number): File {
  const rate = 22_050;
  const samples = 12 * rate;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let start = 0; start < samples; start += (60 / bpm) * rate)
    for (let i = 0; i < 600 && Math.round(start) + i < samples; i += 1)
      wav.writeInt16LE(Math.round(Math.sin(i / 3) * Math.exp(-i / 150) * 30_000), 44 + (Math.round(start) + i) * 2);
  return { name: 'loop.wav', mimeType: 'audio/wav', buffer: wav };
}

/** Chooses cover and audio in the forms of products and demo tracks. */
export async function chooseMedia(page: Page, bpm: number) {
  await page.getByLabel('Image', { exact: true }).setInputFiles(await aCover(page));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(clicks(bpm));
}
