import { crc32 } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_PIXEL = Buffer.from(
  '0000000d49444154789c636060606000000005000' + '1a5f645400000000049454e44ae426082',
  'hex',
);

/** A PNG of one pixel; each text makes another. */
export function png(text = ''): Buffer {
  return pngMeasuring(1, 1, text);
}

/** A PNG that says it has so many pixels, though it holds one. */
export function pngMeasuring(width: number, height: number, text = ''): Buffer {
  const header = Buffer.from('00000000000000000806000000', 'hex');
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const chunks = [chunk('IHDR', header.toString('latin1')), chunk('tEXt', `Comment\0${text}`), PNG_PIXEL];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/** A PNG of exactly so many bytes. */
export function pngOfSize(bytes: number): Buffer {
  return png('a'.repeat(bytes - png().length));
}

function chunk(type: string, text: string): Buffer {
  const body = Buffer.from(type + text, 'latin1');
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** The smallest of each other kind. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300' +
    '01'.repeat(64) +
    'ffc0000b080001000101011100' +
    'ffda0008010100003f00d2cf20ffd9',
  'hex',
);
export const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
export const AVIF = Buffer.concat([
  Buffer.from('0000001c6674797061766966000000006d6966316d6961664d41314200000000', 'hex'),
  Buffer.from('meta'),
]);

/** An AVIF that says how large it is, and nothing else. */
export function avifMeasuring(width: number, height: number): Buffer {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  const properties = box('iprp', box('ipco', box('ispe', size)));
  return Buffer.concat([AVIF.subarray(0, 28), box('meta', Buffer.concat([Buffer.alloc(4), properties]))]);
}

function box(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 8);
  return Buffer.concat([length, Buffer.from(type), content]);
}

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
