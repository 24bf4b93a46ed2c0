import {
  createDiskStore,
  createS3Store,
  type FileStore,
  type S3Config,
  type StoreKind,
  withFallback,
} from '@guidepost/files';

export interface FileStoreConfig extends S3Config {
  FORUM_FILES_STORE: StoreKind;
  FORUM_FILES_DIRECTORY: string;
}

export interface FileStores {
  /** The one that is written to. What only the other has is read from there. */
  files: FileStore;
  /** Each by itself. */
  byKind: ReadonlyMap<StoreKind, FileStore>;
}

/** The directory, and the bucket if there is one. */
export function createFileStores(config: FileStoreConfig): FileStores {
  const { FORUM_FILES_STORE: kind, FORUM_FILES_DIRECTORY: directory, S3_BUCKET } = config;
  const disk = createDiskStore(directory);
  if (!S3_BUCKET) return { files: disk, byKind: new Map([['disk', disk]]) };
  const objects = createS3Store({ ...config, S3_BUCKET, folder: 'forum' });
  return {
    files: kind === 's3' ? withFallback(objects, disk) : withFallback(disk, objects),
    byKind: new Map([
      ['disk', disk],
      ['s3', objects],
    ]),
  };
}
