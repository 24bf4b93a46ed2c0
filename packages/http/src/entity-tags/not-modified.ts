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
