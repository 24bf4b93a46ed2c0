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

const TAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/**
 * The quoted parts of the entity tags in an `If-Match` header (RFC 9110 §13.1.1); undefined without a header and for
 * `*`, which any existing resource matches. Weak tags count as strong ones, since proxies that compress responses make
 * tags weak.
 */
export function readIfMatch(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Array.from(header.matchAll(TAG), ([, opaque = '']) => opaque);
}

const SPACE = 0x20;
const TAB = 0x09;
const COMMA = 0x2c;

/**
 * Whether an `If-None-Match` header (RFC 9110 §13.1.2) matches an entity tag: one tag, a list, or `*`, compared weakly
 * (§8.8.3.2). Invalid members are skipped. Linear in the header's length.
 */
export function isNotModified(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false;
  }
  return ifNoneMatch === entityTag || ifNoneMatch.trim() === '*' || lists(ifNoneMatch, opaque(entityTag));
}

/** The quoted part, which weak comparison looks at. */
function opaque(entityTag: string): string {
  return entityTag.startsWith('W/') ? entityTag.slice(2) : entityTag;
}

function lists(header: string, wanted: string): boolean {
  let position = skipSeparators(header, 0);
  while (position < header.length) {
    const start = header.startsWith('W/', position) ? position + 2 : position;
    const end = endOfMember(header, start);
    if (end - start === wanted.length && header.startsWith(wanted, start)) {
      return true;
    }
    position = skipSeparators(header, end);
  }
  return false;
}

/** After the closing quote; for an unquoted member, at the next comma. */
function endOfMember(header: string, start: number): number {
  const end = header[start] === '"' ? header.indexOf('"', start + 1) + 1 : header.indexOf(',', start);
  return end <= 0 ? header.length : end;
}

function skipSeparators(header: string, from: number): number {
  let position = from;
  while (position < header.length && isSeparator(header.charCodeAt(position))) {
    position += 1;
  }
  return position;
}

function isSeparator(code: number): boolean {
  return code === COMMA || code === SPACE || code === TAB;
}
