import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { inspectImage, type RefusedImage, type SourceImage } from '../../../files/inspect-image.ts';

/** The images of a directory. */
export interface ImageCatalogue {
  /** What is at a path from the top, in the composed form of Unicode; undefined when there is no file. */
  find(path: string): SourceImage | RefusedImage | undefined;
  /** How many there are. */
  size: number;
  /** Of all of them: what a guide shows depends on which images there are. */
  digest: string;
}

export const NO_IMAGES: ImageCatalogue = { find: () => undefined, size: 0, digest: '' };

/** Looks at files one after the other; nothing of them but what they are is kept. */
export async function createImageCatalogue(root: string, paths: string[]): Promise<ImageCatalogue> {
  const found = new Map<string, SourceImage | RefusedImage>();
  const hash = createHash('sha256');
  let size = 0;
  for (const path of paths) {
    const image = await inspectImage(join(root, path), path);
    found.set(path.normalize('NFC'), image);
    if ('reason' in image) continue;
    hash.update(`${path}\0${image.digest}\n`);
    size += 1;
  }
  return { find: (path) => found.get(path), size, digest: hash.digest('hex') };
}

/** Where the images of a JSON file are: `guides.json` has them in `guides-files`, beside it. */
export function imageFolder(file: string): string {
  return `${file.replace(/\.json$/i, '')}-files`;
}
