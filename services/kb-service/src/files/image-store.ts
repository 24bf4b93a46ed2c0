import { createS3Store, type FileStore, readFile, type S3Config } from '@guidepost/files';
import { ENDINGS } from '@guidepost/files/types';
import { AppError } from '@guidepost/service-kit';
import { parseFileName } from '../model/file-address.ts';

export interface ImageStoreConfig extends S3Config {
  KB_FILES_STORE: 'database' | 's3';
}

export interface ImageName {
  knowledge_base_id: number;
  token: string;
  media_type: string;
}

const STORED = /^(\d{1,16})-(.*)$/;

/** The bucket, if there is one; images that are not in the database are there. */
export function createImageStore(config: ImageStoreConfig): FileStore | undefined {
  const { S3_BUCKET } = config;
  return S3_BUCKET ? createS3Store({ ...config, S3_BUCKET, folder: 'kb' }) : undefined;
}

/** The name of an image in the store. */
export function storedName({ knowledge_base_id, token, media_type }: ImageName): string {
  return `${knowledge_base_id}-${token}.${ENDINGS[media_type]}`;
}

/** The reverse; undefined for names that are not ours. */
export function parseStoredName(name: string): { knowledgeBaseId: number; token: string } | undefined {
  const [, knowledgeBaseId, rest = ''] = STORED.exec(name) ?? [];
  const { token } = parseFileName(rest) ?? {};
  return token === undefined ? undefined : { knowledgeBaseId: Number(knowledgeBaseId), token };
}

/** The bytes of an image, from its row or from the store. @throws AppError `unavailable` */
export async function readImage(
  store: FileStore | undefined,
  { bytes, ...name }: ImageName & { bytes: Buffer | null },
): Promise<Buffer> {
  const read = bytes ?? (store && (await readFile(store, storedName(name))));
  if (read) return read;
  const where = store ? `not in ${store.place}` : 'in an object store, and S3_BUCKET is not set';
  throw new AppError('unavailable', `The image ${storedName(name)} is ${where}.`);
}
