import { createHash, hash } from 'node:crypto';

/** 132 bits of SHA-256 rule out collisions, even deliberate ones. */
const TAG_LENGTH = 22;

/**
 * The weak entity tag (RFC 9110 §8.8.3) of a representation's identity bytes, shared by all content codings: `W/"…"`. A
 * string stands for its UTF-8. SHA-256 takes 5 µs for 10 kB, as SHA-1 does; MD5 and BLAKE2 take longer.
 */
export function entityTag(bytes: string | Uint8Array): string {
  return weakTag(hash('sha256', bytes, 'base64url'));
}

/**
 * A strong entity tag, from the weak one of the same bytes, that begins with the revision of the resource. Only for
 * responses without content codings, which would have to have tags of their own.
 */
export function strongEntityTag(revision: string, weak: string): string {
  return `"${revision}${weak.slice('W/"'.length)}`;
}

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
