export type Location =
  | { kind: 'elsewhere' }
  | { kind: 'nowhere' }
  /** `path` is from the root of the directory, and empty for the root; `fragment` includes the `#`. */
  | { kind: 'inside'; path: string; fragment: string };

const ORIGIN = 'http://directory.invalid';

/** Stands for the root; no file can have this name, so a path with too many `..` is recognized. */
const TOP = `${ORIGIN}/%00/`;

/**
 * Resolves an address in the file at `path`. A leading `/` means the root of the directory; queries are ignored.
 */
export function locate(address: string, path: string): Location {
  const url = parseAddress(address, path);
  if (!url) return { kind: 'nowhere' };
  if (url.origin !== ORIGIN) return { kind: 'elsewhere' };
  const whole = `${url.origin}${url.pathname}`;
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

/** How many folders from the root two files have in common. */
export function sharedSteps(one: string, other: string): number {
  const [left, right] = [one, other].map((path) => path.split('/').slice(0, -1));
  const different = (left ?? []).findIndex((step, index) => step !== right?.[index]);
  return different < 0 ? (left ?? []).length : different;
}
