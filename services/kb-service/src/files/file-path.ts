import { IMAGE_ENDINGS, type ImageType } from '@guidepost/images';
import { slugFrom } from '../model/slug.ts';

const MAX_LENGTH = 900;
const DIGEST_LENGTH = 12;

export interface FilePathOptions {
  type: ImageType;
  digest: string;
  isTaken: (path: string) => boolean;
}

/**
 * The path of an image in exports: each step as a slug, which is valid on every file system, and the extension of
 * its type. A taken path gets a part of the digest.
 */
export function filePath(original: string, { type, digest, isTaken }: FilePathOptions): string {
  const steps = original.replace(/\.[^./]*$/, '').split('/');
  const named = steps.map((step) => slugFrom(step) || 'image').join('/');
  const stem = named.length <= MAX_LENGTH ? named : slugFrom(named);
  const ending = IMAGE_ENDINGS[type];
  const free = [stem, `${stem}-${digest.slice(0, DIGEST_LENGTH)}`]
    .map((path) => `${path}.${ending}`)
    .find((path) => !isTaken(path));
  return free ?? `${stem}-${digest}.${ending}`;
}
