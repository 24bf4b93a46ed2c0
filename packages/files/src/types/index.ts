export { fileTypeOf } from './file-type.ts';
export {
  inspectFile,
  inspectUploadedFile,
  MAX_FILE_BYTES,
  type RefusedFile,
  type SourceFile,
} from './inspect-file.ts';
export { contentTypeOf, ENDINGS, kindOfType, MEDIA_TYPES, type MediaKind } from './media-types.ts';
export { hasMacros } from './office-documents.ts';
export { safeFileName } from './safe-name.ts';
