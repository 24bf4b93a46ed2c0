import { imageSize } from 'image-size';

/** In pixels, as browsers show it. */
export interface ImageSize {
  width: number;
  height: number;
}

/** From here on orientations lay an image on its side (EXIF 2.32, 4.6.4). */
const ON_ITS_SIDE = 5;

/** How large an image is, by the beginning of its bytes; undefined when they do not say. */
export function imageSizeOf(bytes: Uint8Array): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (!(width >= 1 && height >= 1)) return undefined;
    return orientation >= ON_ITS_SIDE ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}
