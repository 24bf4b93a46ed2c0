import type { SourceImage } from '../../../files/inspect-image.ts';
import type { PixelSize } from '../../../files/pixel-size.ts';

/** Of `<img>`. */
interface SizeAttributes {
  width?: string;
  height?: string;
}

/** An image with twice the pixels, for screens that have them: `step-1@2x.png`. */
const DOUBLE = /@2x(?:\.[^./]*)?$/i;

const PIXELS = /^\s*([1-9]\d{0,4})(?:px)?\s*$/i;

/**
 * The attributes by which a browser leaves room for an image before it is there, as far as they are missing. One that
 * is given says how large the image is to be, and the other follows from the image's own ratio.
 */
export function sizeAttributes(
  given: SizeAttributes,
  { path, pixels }: Pick<SourceImage, 'path' | 'pixels'>,
): SizeAttributes {
  const { width, height } = given;
  if (!pixels || (width && height)) return {};
  const scale = scaleOf(given, pixels) ?? (DOUBLE.test(path) ? 0.5 : 1);
  if (Number.isNaN(scale)) return {};
  return {
    width: width || lengthOf(pixels.width * scale),
    height: height || lengthOf(pixels.height * scale),
  };
}

/** Undefined when neither is given, not a number when it cannot be told. */
function scaleOf({ width, height }: SizeAttributes, pixels: PixelSize): number | undefined {
  if (width) return Number(PIXELS.exec(width)?.[1]) / pixels.width;
  if (height) return Number(PIXELS.exec(height)?.[1]) / pixels.height;
  return undefined;
}

function lengthOf(pixels: number): string {
  return String(Math.max(Math.round(pixels), 1));
}
