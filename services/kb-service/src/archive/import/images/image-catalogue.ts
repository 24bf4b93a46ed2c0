import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { inspectImage, type RefusedImage, type SourceImage } from '@guidepost/files/images';
import { sharedSteps } from '../locations.ts';

export interface ImageCatalogue {
  /** Looks up a path (NFC) from the root; undefined if there is no such file. */
  find(path: string): SourceImage | RefusedImage | undefined;
  /** Looks up the end of a path anywhere, nearest to the file at `from`. */
  named(path: string, from: string): SourceImage | RefusedImage | undefined;
  size: number;
  /** Of all images, because the content of guides depends on them. */
  digest: string;
}

export const NO_IMAGES: ImageCatalogue = {
  find: () => undefined,
  named: () => undefined,
  size: 0,
  digest: '',
};

/** Inspects files one by one, keeping only metadata in memory. */
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
  const byName = Map.groupBy(found.keys(), (path) => basename(path).toLowerCase());
  const named = (path: string, from: string) => {
    const [nearest] = [...(byName.get(basename(path).toLowerCase()) ?? [])].sort(
      (a, b) => sharedSteps(b, from) - sharedSteps(a, from) || a.length - b.length,
    );
    return found.get(nearest ?? '');
  };
  return { find: (path) => found.get(path), named, size, digest: hash.digest('hex') };
}

/** The folder for the images of a JSON file: `guides-files` beside `guides.json`. */
export function imageFolder(file: string): string {
  return `${file.replace(/\.json$/i, '')}-files`;
}
