export { cleanFilm, cleanImage, mayTellMore, withoutMetadata } from './cleaning/clean-image.ts';
export { IMAGE_ENDINGS, type ImageType, isImageType } from './image-type.ts';
export {
  inspectImage,
  inspectUpload,
  MAX_IMAGE_BYTES,
  type RefusedImage,
  type SourceImage,
} from './inspect-image.ts';
export { inspectLogo, MAX_LOGO_UPLOAD_BYTES, readLogo, readUploadedLogo, type SourceLogo } from './logo.ts';
export { excessiveSize, type PixelSize } from './pixel-size.ts';
