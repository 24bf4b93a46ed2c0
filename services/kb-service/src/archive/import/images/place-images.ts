import type { RefusedImage, SourceImage } from '@guidepost/images';
import { type Element, type ParentNode, Text } from 'domhandler';
import { getElementsByTagName, removeElement, replaceElement } from 'domutils';
import { isOnTheWeb } from '../../../html-cleaning/addresses.ts';
import type { StoreImage } from '../import-source.ts';
import { locate } from '../locations.ts';
import type { ImageCatalogue } from './image-catalogue.ts';
import { sizeAttributes } from './size-attributes.ts';

/** Resolves `<img src>`; `elsewhere` means on the web. */
export type FindImage = (address: string) => SourceImage | RefusedImage | 'elsewhere';

const SHOWN = 100;

/**
 * Replaces image addresses by stored ones and adds sizes; images that cannot be imported become their alternative
 * text.
 * @returns the images that are left out, as `address: reason`
 */
export async function placeImages(root: ParentNode, find: FindImage, carry: StoreImage): Promise<string[]> {
  const leftOut: string[] = [];
  for (const image of getElementsByTagName('img', root)) {
    const { src = '', ...others } = image.attribs;
    const found = find(src);
    if (found === 'elsewhere') continue;
    if ('reason' in found) {
      leftOut.push(`${src.slice(0, SHOWN)}: ${found.reason}`);
      leaveOut(image);
    } else {
      // `src` comes first, because content is searched for it. `srcset` would not be stored.
      const { srcset, sizes, ...rest } = others;
      image.attribs = { src: await carry(found), ...rest, ...sizeAttributes(rest, found) };
    }
  }
  return leftOut;
}

function leaveOut(image: Element): void {
  const { alt } = image.attribs;
  if (alt) replaceElement(image, new Text(alt));
  else removeElement(image);
}

/** Resolves images in the file at `path`: on the web, or in the directory. */
export function createFindImage(catalogue: ImageCatalogue, path: string): FindImage {
  return (address) => {
    if (isOnTheWeb(address)) return 'elsewhere';
    if (address.trim() === '') return { reason: 'has no URL' };
    const location = locate(address, path);
    if (location.kind !== 'inside') return { reason: 'is not in the directory' };
    return catalogue.find(location.path) ?? { reason: 'there is no such file' };
  };
}
