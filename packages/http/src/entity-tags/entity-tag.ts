import { createHash, hash } from 'node:crypto';

/** 132 of SHA-256's bits: two representations never share a tag, also when someone tries to make them. */
const TAG_LENGTH = 22;

/**
 * The weak entity tag (RFC 9110 §8.8.3) of a representation's identity bytes, the same for every content
 * coding: `W/"…"`. A string stands for its UTF-8 bytes. SHA-256 takes 5 µs for 10 KB, as SHA-1 does; MD5 and
 * BLAKE2 take longer.
 */
export function entityTag(bytes: string | Uint8Array): string {
  return weakTag(hash('sha256', bytes, 'base64url'));
}

/** The same tag, of bytes that come one piece after the other. */
export function createEntityTag(): { add(bytes: Uint8Array): void; finish(): string } {
  const digest = createHash('sha256');
  return {
    add: (bytes) => void digest.update(bytes),
    finish: () => weakTag(digest.digest('base64url')),
  };
}

function weakTag(digest: string): string {
  return `W/"${digest.slice(0, TAG_LENGTH)}"`;
}
