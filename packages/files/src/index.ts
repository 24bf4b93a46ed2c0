export { canStoreFiles } from './can-store.ts';
export { cleanStore, type StoreCleaning } from './clean-store.ts';
export { type Copied, copyFile, readFile } from './copy-file.ts';
export {
  createDiskStore,
  incomingDirectory,
  isFileSystemError,
  prepareFileDirectory,
  translateDiskErrors,
} from './disk/disk-store.ts';
export { type ByteRange, CLAIM, type FileStore, type OpenFile, type StoreKind } from './file-store.ts';
export { requireBucket, S3_VARIABLES, type S3Config, signedOrigin } from './s3/s3-config.ts';
export { createS3Store } from './s3/s3-store.ts';
export { withFallback } from './with-fallback.ts';
