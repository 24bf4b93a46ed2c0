const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
const APART = 3;
const JOINING = 4;

/** Of the characters of Latin-1: letters, and signs of ASCII that part words everywhere, or unless a letter follows. */
const kinds = Uint8Array.from({ length: 256 }, (_, code) => kindOf(String.fromCharCode(code)));

function kindOf(character: string): number {
  if (/\p{Ll}/u.test(character)) return SMALL;
  if (/\p{Lu}/u.test(character)) return CAPITAL;
  if (/['\-._:+]/.test(character)) return JOINING;
  return /[^\d#\u0080-\u00ff]/.test(character) ? APART : OTHER;
}

function kindAt(text: string, at: number): number {
  return at < text.length ? (kinds[text.charCodeAt(at)] ?? OTHER) : APART;
}

/** Whether no word has this character, nor begins with it. */
export function isApart(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  return kind === APART || (kind === JOINING && kindAt(text, at + 1) === APART);
}

/** Where a word from here on ends that has only small letters but for the first: most do. `from` for another. */
export function endOfPlainWord(text: string, from: number): number {
  const first = kindAt(text, from);
  if (first !== SMALL && first !== CAPITAL) return from;
  let end = from + 1;
  while (kindAt(text, end) === SMALL) end += 1;
  return isApart(text, end) ? end : from;
}
