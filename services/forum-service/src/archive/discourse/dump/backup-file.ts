import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError, unreadable } from '@guidepost/service-kit';
import { type Extract, extract } from 'tar-stream';

export interface BackupEntry {
  /** `original/1X/….png`, as the addresses of uploads end. */
  name: string;
  /** Bytes. */
  size: number;
  content: AsyncIterable<Buffer>;
}

export interface BackupReader {
  /** Gets the dump, as SQL. */
  onDump?(chunk: Buffer): void;
  /** Gets each upload; what is not read is passed over. */
  onUpload?(entry: BackupEntry): Promise<void>;
  /** Gets a further name of an upload, which shares its content. */
  onLink?(name: string, target: string): void;
  signal: AbortSignal;
}

/** The parts of a backup besides uploads and the dump. */
export interface BackupScan {
  /** How many entries were left out since they have names or types that no backup has. */
  strange: number;
  hasDump: boolean;
}

/** Entries of an archive. */
const MOST_ENTRIES = 5_000_000;

/** Reads a backup once, from its first byte to its last. @throws AppError `invalid` if it is damaged or hostile */
export async function readBackup(path: string, reader: BackupReader): Promise<BackupScan> {
  const kind = await kindOf(path);
  const scan: BackupScan = { strange: 0, hasDump: kind === 'sql' };
  const source = createReadStream(path, { highWaterMark: 256_000, signal: reader.signal });
  try {
    if (kind === 'sql') {
      if (reader.onDump) await pipeline(source, ...unpacking(await isGzip(path)), consume(reader.onDump));
      else source.destroy();
    } else
      await pipeline(source, ...unpacking(await isGzip(path)), (archive: AsyncIterable<Buffer>) =>
        readEntries(archive, reader, scan),
      );
  } catch (error) {
    throw describe(error, path, reader.signal);
  }
  return scan;
}

async function readEntries(
  archive: AsyncIterable<Buffer>,
  reader: BackupReader,
  scan: BackupScan,
): Promise<void> {
  const entries = extract();
  const feeding = pipeline(Readable.from(archive), entries);
  let count = 0;
  const reading = (async () => {
    for await (const entry of entries) {
      count += 1;
      if (count > MOST_ENTRIES)
        throw new AppError('invalid', `The archive has more than ${MOST_ENTRIES} entries.`);
      await takeEntry(entry, { reader, scan });
      entry.resume();
    }
  })();
  await Promise.all([feeding, reading]);
}

/** An entry of tar-stream, which does not export its type. */
type TarEntry = Extract extends AsyncIterable<infer Entry> ? Entry : never;

async function takeEntry(
  entry: TarEntry,
  { reader, scan }: { reader: BackupReader; scan: BackupScan },
): Promise<void> {
  const { name: written, type, size, linkname } = entry.header;
  const content = entry as AsyncIterable<Buffer>;
  const name = written.replace(/^\.\//, '');
  if (type === 'directory') return;
  const [, upload] = UPLOAD.exec(name) ?? [];
  const isFile = type === 'file' || type === 'contiguous-file';
  if (isFile && /^dump\.sql(?:\.gz)?$/.test(name)) {
    scan.hasDump = true;
    if (reader.onDump) await readDump(content, name.endsWith('.gz'), reader.onDump);
  } else if (upload === undefined || /(?:^|\/)\.\.?(?:\/|$)|\0/.test(upload)) {
    // Other files of a backup, such as thumbnails, are no part of posts.
    scan.strange += /^uploads\/[^/.][^/]*\//.test(name) && !name.includes('/../') ? 0 : 1;
  } else if (isFile) await reader.onUpload?.({ name: upload, size, content });
  else {
    const [, target] = UPLOAD.exec((linkname ?? '').replace(/^\.\//, '')) ?? [];
    if (type === 'link' && target !== undefined) reader.onLink?.(upload, target);
    else scan.strange += 1;
  }
}

const UPLOAD = /^uploads\/[^/.][^/]*\/(original\/.{1,1000})$/s;

async function readDump(
  content: AsyncIterable<Buffer>,
  isPacked: boolean,
  onDump: (chunk: Buffer) => void,
): Promise<void> {
  await pipeline(content, ...unpacking(isPacked), consume(onDump));
}

function consume(take: (chunk: Buffer) => void): (chunks: AsyncIterable<Buffer>) => Promise<void> {
  return async (chunks) => {
    for await (const chunk of chunks) take(chunk);
  };
}

/** Bytes that may come of any archive, before its ratio counts. */
const FREE_BYTES = 100_000_000;

/** Text packs to a tenth; more than this is made to fill disks. */
const LARGEST_RATIO = 250;

function unpacking(isPacked: boolean): Transform[] {
  if (!isPacked) return [];
  const gunzip = createGunzip({ chunkSize: 128_000 });
  let bytes = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const isBomb = bytes > FREE_BYTES && bytes > LARGEST_RATIO * gunzip.bytesWritten;
      done(
        isBomb
          ? new AppError('invalid', `The backup unpacks to more than ${LARGEST_RATIO} times its size.`)
          : null,
        chunk,
      );
    },
  });
  return [gunzip, bounded];
}

async function isGzip(path: string): Promise<boolean> {
  const start = await firstBytes(path, 2);
  return start[0] === 0x1f && start[1] === 0x8b;
}

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** By its bytes, whatever its name: a tar archive says so at byte 257. */
async function kindOf(path: string): Promise<'tar' | 'sql'> {
  let start: Buffer = Buffer.alloc(0);
  if (await isGzip(path)) {
    const gunzip = createReadStream(path)
      .on('error', () => {})
      .pipe(createGunzip());
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) {
        start = Buffer.concat([start, chunk]);
        if (start.length >= HEADER_BYTES) break;
      }
    } catch (error) {
      throw describe(error, path);
    } finally {
      gunzip.destroy();
    }
  } else start = await firstBytes(path, HEADER_BYTES);
  return start.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : 'sql';
}

const HEADER_BYTES = 512;

function describe(error: unknown, path: string, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof AppError) return error;
  const { code = '', message, syscall } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data')
    return new AppError('invalid', `${path}: ends in the middle. Copy the backup again.`, { cause: error });
  if (code.startsWith('Z_') || /^Invalid (?:tar )?header|^Header exceeds/.test(message))
    return new AppError('invalid', `${path}: is damaged, or no backup of Discourse (${message}).`, {
      cause: error,
    });
  return syscall ? unreadable(error, path) : error;
}
