export { AVIF_DESCRIBED, DESCRIBED, JPEG_CLEAN, JPEG_PHOTO, TELLING } from './described.ts';
export {
  AVIF_TURNED,
  GIF_60_20,
  gifOf,
  JPEG_60_20,
  jpegOf,
  PNG_60_20,
  WEBP_LOSSLESS,
  WEBP_LOSSY,
  WEBP_WITH_EXIF,
} from './pictures.ts';
