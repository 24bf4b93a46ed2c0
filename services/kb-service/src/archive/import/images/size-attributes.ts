import type { PixelSize, SourceImage } from '@guidepost/images';

interface SizeAttributes {
  width?: string;
  height?: string;
}

/** An image with twice the pixels: `step-1@2x.png`. */
const DOUBLE = /@2x(?:\.[^./]*)?$/i;

const PIXELS = /^\s*([1-9]\d{0,4})(?:px)?\s*$/i;

/**
 * Missing `width` and `height`, which let browsers reserve space. A given one determines the other by the aspect
 * ratio.
 * @param density pixels of the image for a pixel of the page
 */
export function sizeAttributes(
  given: SizeAttributes,
  { path, pixels }: Pick<SourceImage, 'path' | 'pixels'>,
  density = 1,
): SizeAttributes {
  const { width, height } = given;
  if (!pixels || (width && height)) return {};
  const scale = scaleOf(given, pixels) ?? 1 / (density === 1 && DOUBLE.test(path) ? 2 : density);
  if (Number.isNaN(scale)) return {};
  return {
    width: width || lengthOf(pixels.width * scale),
    height: height || lengthOf(pixels.height * scale),
  };
}

/** Undefined if neither is given, NaN if it is invalid. */
function scaleOf({ width, height }: SizeAttributes, pixels: PixelSize): number | undefined {
  if (width) return Number(PIXELS.exec(width)?.[1]) / pixels.width;
  if (height) return Number(PIXELS.exec(height)?.[1]) / pixels.height;
  return undefined;
}

function lengthOf(pixels: number): string {
  return String(Math.max(Math.round(pixels), 1));
}
