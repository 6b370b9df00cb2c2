import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP; what is given beside the bytes is written though it be wrong. */
export type ZipEntry = {
  name: string | Buffer;
  bytes?: Buffer;
  method?: number;
  flags?: number;
  mode?: number;
  sizeBytes?: number;
  crc?: number;
  offset?: number;
};

/** Writes a ZIP, honest or hostile. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes = Buffer.from('sound'), method = 8, flags = 0, mode = 0, ...wrong } of entries) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const written = Buffer.isBuffer(name) ? name : Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(wrong.crc ?? crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(wrong.sizeBytes ?? bytes.length, 18);
    fields.writeUInt16LE(written.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, written, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((mode || 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(wrong.offset ?? at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, rest, written]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}
