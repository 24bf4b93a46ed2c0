/** Bytes inspected at the start of a file, a bound on the sniffer's work (S8). */
export const HEAD_BYTES = 4_100;

/** A ZIP directory is at the end, before a comment of up to 65,535 bytes. */
export const TAIL_BYTES = 65_557;

/** The start and the end of a file, which overlap in a short one. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

export function headText(head: Uint8Array): string {
  return asBuffer(head.subarray(0, HEAD_BYTES)).toString('latin1');
}

/** A Buffer on the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
