import { inspectUpload, type SourceImage } from '@guidepost/files/images';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { openFileStore } from '../../files/file-store.ts';
import type { Actor } from '../../model/permissions.ts';
import { changeKnowledgeBase } from '../../tenants/changes.ts';
import { readWorkingCopy } from './working-copy.ts';

export interface ImageUpload {
  host: string;
  /** The guide that will show it. */
  guideId: number;
  /** The name of the file, for exports and messages. */
  name: string;
  bytes: Uint8Array;
}

export interface UploadedImage {
  /** `/files/<token>.<ending>` */
  src: string;
  /** Pixels; undefined if the image does not say. */
  width: number | undefined;
  height: number | undefined;
}

export const noteUpload = sql`
  -- Keeps a file for a while although nothing shows it yet.
  update files f
  set uploaded_at = now()
  where f.knowledge_base_id = $1 and f.id = $2
`;

/**
 * Stores an image for the content of a guide, once for equal bytes. It stays while a guide, draft or recent version
 * shows it, and otherwise for a day.
 * @throws AppError `invalid` with the field `image`, or `not-found`
 */
export async function uploadImage(
  database: Executor,
  actor: Actor,
  { host, guideId, name, bytes }: ImageUpload,
): Promise<UploadedImage> {
  const image = await inspect(bytes, name);
  const change = { host, actor, action: 'image upload' } as const;
  return changeKnowledgeBase(database, change, async (transaction, { id: knowledgeBaseId }) => {
    const { published_slug } = await readWorkingCopy(transaction, { knowledgeBaseId, guideId });
    const files = await openFileStore(transaction, knowledgeBaseId);
    const { id, address: src } = await files.keep(image);
    await transaction.none(noteUpload([knowledgeBaseId, id]));
    await files.finish();
    const { width, height } = image.pixels ?? { width: undefined, height: undefined };
    const audit = { guideId, subject: published_slug, details: { image: src } };
    return { changed: false, result: { src, width, height }, audit };
  });
}

async function inspect(bytes: Uint8Array, name: string): Promise<SourceImage> {
  const image = await inspectUpload(bytes, name);
  if (!('reason' in image)) return image;
  const message = `${name} ${image.reason}`;
  throw new AppError('invalid', message, { fields: { image: [message] } });
}
