const LONGEST = 100;

/** What separates paths, what shells and file systems read something into, and what turns text around. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;

const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;

/** As Windows knows them, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * What a file is called when it is saved: what it was called where it came from, made harmless for every system, and with
 * the ending of its type.
 */
export function harmlessName(sent: string, ending: string): string {
  const bare = sent.toWellFormed().normalize('NFC').replace(HARMFUL, ' ').trim().replace(ENDING, '');
  const short = Array.from(bare)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const name = short === '' || DEVICE.test(short) ? `file ${short}`.trim() : short;
  return `${name}.${ending}`;
}
