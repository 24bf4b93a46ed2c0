export { AVIF_DESCRIBED, DESCRIBED, JPEG_CLEAN, JPEG_PHOTO, TELLING } from './described.ts';
export { AVIF, AVIF_WITHOUT_SIZE, GIF, JPEG, png, pngOfSize, SVG, WEBP } from './images.ts';
export { mutatedFiles } from './mutations.ts';
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
export { CONTENT_TYPES, compoundFile, LATE_TYPED_XLSX, SAMPLES, zip } from './sample-files.ts';
export { createTestBucket, type TestBucket } from './test-bucket.ts';
