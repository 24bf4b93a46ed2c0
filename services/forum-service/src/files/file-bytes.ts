import type { FileHandle } from 'node:fs/promises';

/** At most so many bytes of a file, from this one on; fewer where it ends before. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
