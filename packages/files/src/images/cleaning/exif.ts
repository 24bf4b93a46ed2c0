/** Tag of the orientation in a directory of TIFF, in which Exif is written. */
const ORIENTATION = 0x0112;

/** How Exif begins in JPEG, and in some WebP files. */
export const EXIF_NAME = Buffer.from('Exif\0\0', 'latin1');

/** How the picture is turned, from 2 to 8; 1, which is upright, for all Exif that does not say. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.indexOf(EXIF_NAME) === 0 ? exif.subarray(EXIF_NAME.length) : exif;
  try {
    const found = readOrientation(tiff);
    return found >= 2 && found <= 8 ? found : 1;
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

/** @throws RangeError if the data end early */
function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (short(at) !== ORIENTATION) continue;
    return short(at + 2) === 4 ? long(at + 8) : short(at + 8);
  }
  return 1;
}

/** Exif with nothing but the orientation, as TIFF. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
