import { crc32 } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_PIXEL = Buffer.from(
  '0000000d49444154789c636060606000000005000' + '1a5f645400000000049454e44ae426082',
  'hex',
);

/**
 * A PNG of one pixel that may claim another size; each text makes different bytes, in what would be its colour profile.
 */
export function png(text = '', width = 1, height = 1): Buffer {
  const header = Buffer.from('00000000000000000806000000', 'hex');
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const chunks = [chunk('IHDR', header.toString('latin1')), chunk('iCCP', `text\0\0${text}`)];
  return Buffer.concat([PNG_SIGNATURE, ...chunks, PNG_PIXEL]);
}

/** A PNG of exactly this many bytes. */
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

/** The smallest file of each other type. */
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300' +
    '01'.repeat(64) +
    'ffc0000b080001000101011100' +
    'ffda0008010100003f00d2cf20ffd9',
  'hex',
);
export const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
/** 2 × 2 pixels. */
export const AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAA' +
    'AAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAIwAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFD' +
    'b2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAAgAAAAIAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJu' +
    'Y2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAK21kYXQSAAoIGAA2iAhoNCAyFR7Hh4VZ3///4s/AAJA1jjxnR0yXTA==',
  'base64',
);

/** An image of a type whose decoders ask for the size elsewhere. */
export const AVIF_WITHOUT_SIZE = Buffer.from(AVIF.toString('latin1').replace('ispe', 'free'), 'latin1');

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
