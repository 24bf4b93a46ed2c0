import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP file, as it says itself; programs do not write most of these. */
export interface ZipEntry {
  name: string | Buffer;
  content?: string | Buffer;
  /** The type and permissions of Unix, such as 0o120777 for a link. */
  mode?: number;
  /** Bits of the entry, in place of UTF-8 (2048); 1 is encrypted. */
  flags?: number;
  method?: number;
  /** Bytes that the entry claims to have, unpacked. */
  size?: number;
}

const UTF_8 = 2_048;
const DEFLATE = 8;
const REGULAR = 0o100644;

/** Writes a ZIP file (APPNOTE 4.3), also one that programs should refuse. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = REGULAR, flags = UTF_8, method = DEFLATE, size } of entries) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = method === DEFLATE ? deflateRawSync(bytes) : bytes;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size ?? bytes.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), shared, path, packed];
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // Made by version 3.0 on Unix.
    directory.push(Buffer.from('PK\x01\x02\x1e\x03', 'latin1'), shared, rest, path);
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
