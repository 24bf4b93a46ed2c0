/** As much of a file as is looked at to tell its type; a sniffer that sees no more cannot be kept busy (S8). */
export const HEAD_BYTES = 4_100;

/** The directory of a ZIP archive is at its end, before a comment of 65,535 bytes at most. */
export const TAIL_BYTES = 65_557;

/** The beginning and the end of a file; the same bytes when it is short. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** The beginning of a file as text, in which markup and signatures can be looked for. */
export function headText(head: Uint8Array): string {
  return asBuffer(head.subarray(0, HEAD_BYTES)).toString('latin1');
}

/** The same bytes. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
