import { isVisible } from '@guidepost/service-kit';

const LONGEST = 100;

/** Path separators, characters special to shells and file systems, and direction marks. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"*/:<>?\\|]+/gu;

const ENDING = /\.[\p{L}\p{N}]{1,10}$/u;

/** Reserved device names of Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A file name for downloads, sanitized for every system, with the extension of its type. */
export function safeFileName(sent: string, ending: string): string {
  const bare = sent.toWellFormed().normalize('NFC').replace(UNSAFE, ' ').trim().replace(ENDING, '');
  const short = Array.from(bare)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const name = isVisible(short) && !DEVICE.test(short) ? short : `file ${short}`.trim();
  return `${name}.${ending}`;
}
