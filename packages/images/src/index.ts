export { IMAGE_ENDINGS, type ImageType } from './image-type.ts';
export {
  inspectImage,
  inspectUpload,
  MAX_IMAGE_BYTES,
  type RefusedImage,
  type SourceImage,
} from './inspect-image.ts';
export { inspectLogo, MAX_LOGO_UPLOAD_BYTES, readLogo, readUploadedLogo, type SourceLogo } from './logo.ts';
export type { PixelSize } from './pixel-size.ts';
