/** Where an address in a file of a directory leads to. */
export type Location =
  | { kind: 'elsewhere' }
  | { kind: 'nowhere' }
  /** `path` is from the top of the directory, empty for the top itself; `fragment` has its `#`. */
  | { kind: 'inside'; path: string; fragment: string };

const ORIGIN = 'http://directory.invalid';

/** Stands for the directory: a link with too many `..` leaves it, and nothing beside it can have this name. */
const TOP = `${ORIGIN}/%00/`;

/**
 * Follows an address from the file at `path`. One that begins with `/` is taken from the top of the directory; a
 * query is left out, since files have none.
 */
export function locate(address: string, path: string): Location {
  const url = parseAddress(address, path);
  if (!url) return { kind: 'nowhere' };
  if (url.origin !== ORIGIN) return { kind: 'elsewhere' };
  const whole = url.href.slice(0, url.href.length - url.search.length - url.hash.length);
  const inside = whole.startsWith(TOP) ? decodePath(whole.slice(TOP.length)) : undefined;
  return inside === undefined ? { kind: 'nowhere' } : { kind: 'inside', path: inside, fragment: url.hash };
}

function parseAddress(address: string, path: string): URL | null {
  const fromRoot = /^\s*\/(?![/\\])/.test(address);
  const base = `${TOP}${path.split('/').map(encodeURIComponent).join('/')}`;
  return URL.parse(fromRoot ? `${TOP}${address.trim().slice(1)}` : address, base);
}

function decodePath(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded).normalize('NFC');
  } catch {
    return undefined;
  }
}
