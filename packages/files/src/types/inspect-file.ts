import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { AppError, readSourceFile } from '@guidepost/service-kit';
import { withoutMetadata } from '../images/cleaning/clean-image.ts';
import { fileTypeOf } from './file-type.ts';
import { ENDINGS } from './media-types.ts';
import { hasMacros } from './office-documents.ts';
import type { ByteSource } from './readable-bytes.ts';
import { safeFileName } from './safe-name.ts';

/** A file to be stored, of a type that people may upload. */
export interface SourceFile {
  /** From the root of the source directory. */
  path: string;
  /** For downloads, with the ending of its type. */
  name: string;
  type: string;
  /** In bytes, of what `read` returns. */
  size: number;
  /** SHA-256 of what `read` returns, hexadecimal. */
  digest: string;
  /** The file without its metadata (S42). @throws AppError `invalid` if it has changed */
  read(): Promise<Uint8Array>;
}

/** Why a file is refused, as the end of a sentence that begins with its name. */
export interface RefusedFile {
  reason: string;
  /** The name of the text that says so to people who send one. */
  message: 'file' | 'file-too-large' | 'file-type' | 'file-macros' | 'file-damaged' | 'file-pixels';
}

/** Bytes. */
export const MAX_FILE_BYTES = 20_000_000;

const REFUSED = 'is of a type that is not allowed';
const MACROS = 'has macros, which are not allowed';

/** Inspects a file on the disk, and keeps none of its bytes. @param name as people call it */
export async function inspectFile(
  file: string,
  { path, name }: { path: string; name: string },
): Promise<SourceFile | RefusedFile> {
  try {
    const { size } = await stat(file);
    const type = await allowedType(file, size);
    if (typeof type === 'object') return type;
    const clean = prepare(type, await readSourceFile(file, path));
    if ('reason' in clean) return clean;
    const { digest, bytes } = clean;
    return {
      ...describe(type, { path, name }),
      size: bytes.length,
      digest,
      async read() {
        const again = prepare(type, await readSourceFile(file, path));
        if ('bytes' in again && again.digest === digest) return again.bytes;
        throw new AppError('invalid', `${path}: changed during the import`);
      },
    };
  } catch (error) {
    if (!(error instanceof AppError) && !(error as NodeJS.ErrnoException).syscall) throw error;
    return { reason: 'cannot be read', message: 'file' };
  }
}

/** The same for bytes that were uploaded. @param name as people call it, which also names it in exports */
export async function inspectUploadedFile(
  uploaded: Uint8Array,
  name: string,
): Promise<SourceFile | RefusedFile> {
  const type = await allowedType(uploaded, uploaded.length);
  if (typeof type === 'object') return type;
  const clean = prepare(type, uploaded);
  if ('reason' in clean) return clean;
  const { digest, bytes } = clean;
  return { ...describe(type, { path: name, name }), size: bytes.length, digest, read: async () => bytes };
}

async function allowedType(source: ByteSource, size: number): Promise<string | RefusedFile> {
  if (size === 0) return { reason: 'is empty', message: 'file' };
  if (size > MAX_FILE_BYTES)
    return {
      reason: `has ${size} bytes, at most ${MAX_FILE_BYTES} are allowed`,
      message: 'file-too-large',
    };
  const type = await fileTypeOf(source);
  if (type) return type;
  return (await hasMacros(source))
    ? { reason: MACROS, message: 'file-macros' }
    : { reason: REFUSED, message: 'file-type' };
}

function describe(type: string, { path, name }: { path: string; name: string }) {
  return { path, type, name: safeFileName(name, ENDINGS[type] ?? '') };
}

function prepare(type: string, bytes: Uint8Array): { bytes: Uint8Array; digest: string } | RefusedFile {
  const clean = withoutMetadata(type, bytes);
  if (clean === 'damaged') return { reason: 'is damaged', message: 'file-damaged' };
  if (clean === 'pixels') return { reason: 'claims too many pixels', message: 'file-pixels' };
  return { bytes: clean, digest: createHash('sha256').update(clean).digest('hex') };
}
