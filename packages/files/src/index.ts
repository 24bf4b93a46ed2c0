export { cleanStore, type StoreCleaning } from './clean-store.ts';
export {
  canStoreFiles,
  createDiskStore,
  incomingDirectory,
  isFileSystemError,
  prepareFileDirectory,
  translateDiskErrors,
} from './disk/disk-store.ts';
export {
  type ByteRange,
  CLAIM,
  type Copied,
  copyFile,
  type FileStore,
  type OpenFile,
  readFile,
  type StoreKind,
  withFallback,
} from './file-store.ts';
export { requireBucket, S3_VARIABLES, type S3Config, signedOrigin } from './s3/s3-config.ts';
export { createS3Store } from './s3/s3-store.ts';
