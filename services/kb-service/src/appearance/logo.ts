import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Executor, preparedStatement } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { type FileStore, openFileStore } from '../files/file-store.ts';
import { inspectImage, type RefusedImage, type SourceImage } from '../files/inspect-image.ts';
import type { PixelSize } from '../files/pixel-size.ts';
import { unreadable } from '../files/read-source-file.ts';
import { changeKnowledgeBase } from '../knowledge-bases/changes.ts';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import type { Actor } from '../model/actor.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

const updateLogo = preparedStatement(new URL('./sql/update-logo.sql', import.meta.url));

export type SourceLogo = SourceImage & { pixels: PixelSize };

/** Bytes. */
export const MAX_LOGO_BYTES = 1_000_000;

/** Pixels. */
const MAX_SIDE = 4_096;

/**
 * Sets or removes the logo of a knowledge base. Its former file is deleted unless a guide shows it.
 * @throws AppError `not-found`
 */
export function setLogo(
  database: Executor,
  actor: Actor,
  { host, logo }: { host: string; logo: SourceLogo | null },
): Promise<{ changed: boolean } & Pick<KnowledgeBase, 'logo'>> {
  const change = { host, actor, action: 'knowledge-base set' } as const;
  return changeKnowledgeBase(database, change, async (transaction, knowledgeBase) => {
    const files = await openFileStore(transaction, knowledgeBase.id);
    const changed = await placeLogo(transaction, knowledgeBase, { files, logo });
    await files.finish();
    const { logo: now } = await requireKnowledgeBase(transaction, host);
    const audit = changed ? { details: { logo: now?.address ?? 'none' } } : [];
    return { changed, result: { changed, logo: now }, audit };
  });
}

/**
 * Sets or removes the logo within a transaction; the caller finishes the file store.
 * @returns whether anything changed
 */
export async function placeLogo(
  transaction: Executor,
  { id }: Pick<KnowledgeBase, 'id'>,
  { files, logo }: { files: FileStore; logo: SourceLogo | null },
): Promise<boolean> {
  const file = logo && (await files.keep(logo));
  const values = [file?.id, logo?.pixels.width, logo?.pixels.height].map((value) => value ?? null);
  return (await transaction.oneOrNone(updateLogo([id, ...values]))) !== null;
}

export async function inspectLogo(image: SourceImage | RefusedImage): Promise<SourceLogo | RefusedImage> {
  if ('reason' in image) return image;
  const { length } = await image.read();
  if (length > MAX_LOGO_BYTES) return tooLarge(length);
  const { pixels } = image;
  if (!pixels) return { reason: 'does not state its size' };
  const { width, height } = pixels;
  if (Math.max(width, height) <= MAX_SIDE) return { ...image, pixels };
  return { reason: `is ${width} × ${height} pixels; a logo may have at most ${MAX_SIDE} on each side` };
}

/** Reads a logo for `kb set`. @throws AppError `invalid` with a message of one line */
export async function readLogo(file: string): Promise<SourceLogo> {
  const logo = await inspectFile(file);
  if ('reason' in logo) throw new AppError('invalid', `${file}: ${logo.reason}`);
  return logo;
}

/** Skips devices and pipes, which could block forever. */
async function inspectFile(file: string): Promise<SourceLogo | RefusedImage> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(error, file);
  });
  if (!found.isFile()) return { reason: 'is not a file' };
  return found.size > MAX_LOGO_BYTES
    ? tooLarge(found.size)
    : inspectLogo(await inspectImage(file, basename(file)));
}

function tooLarge(bytes: number): RefusedImage {
  return { reason: `has ${bytes} bytes; a logo may have at most ${MAX_LOGO_BYTES}` };
}
