import { open } from 'node:fs/promises';
import { asBuffer } from './sniff.ts';

/** Bytes that are read in parts: of a file on the disk, or in memory. */
export interface ReadableBytes {
  readonly size: number;
  /** Fewer bytes than asked for at the end, or beyond it. */
  readAt(position: number, length: number): Promise<Buffer>;
}

/** A path, or the bytes themselves. */
export type ByteSource = string | Uint8Array;

/** Opens bytes for as long as the work takes. */
export async function withBytes<Result>(
  source: ByteSource,
  work: (bytes: ReadableBytes) => Promise<Result>,
): Promise<Result> {
  if (typeof source !== 'string') return work(inMemory(source));
  const file = await open(source);
  try {
    const { size } = await file.stat();
    return await work({
      size,
      async readAt(position, length) {
        const bytes = Buffer.alloc(length);
        const { bytesRead } = await file.read(bytes, 0, length, position);
        return bytes.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

function inMemory(source: Uint8Array): ReadableBytes {
  const bytes = asBuffer(source);
  return {
    size: bytes.length,
    readAt: async (position, length) => bytes.subarray(position, position + length),
  };
}
