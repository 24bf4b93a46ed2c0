import { type Element, type ParentNode, Text } from 'domhandler';
import { getElementsByTagName, removeElement, replaceElement } from 'domutils';
import type { RefusedImage, SourceImage } from '../../../files/inspect-image.ts';
import { isOnTheWeb } from '../cleaning/addresses.ts';
import type { CarryImage } from '../import-source.ts';
import { locate } from '../locations.ts';
import type { ImageCatalogue } from './image-catalogue.ts';
import { sizeAttributes } from './size-attributes.ts';

/** What an address in `<img src>` leads to; `elsewhere` is on the web. */
export type FindImage = (address: string) => SourceImage | RefusedImage | 'elsewhere';

const SHOWN = 100;

/**
 * Gives images of the source the address under which they will be served, and the size that they have. Those that
 * cannot be carried give way to their alternative text.
 *
 * @returns what was left out, each as `address: reason`
 */
export async function placeImages(root: ParentNode, find: FindImage, carry: CarryImage): Promise<string[]> {
  const leftOut: string[] = [];
  for (const image of getElementsByTagName('img', root)) {
    const { src = '', ...others } = image.attribs;
    const found = find(src);
    if (found === 'elsewhere') continue;
    if ('reason' in found) {
      leftOut.push(`${src.slice(0, SHOWN)}: ${found.reason}`);
      leaveOut(image);
    } else {
      // `src` is first: content is searched for images that begin with it. Other candidates would not be ours.
      const { srcset, sizes, ...kept } = others;
      image.attribs = { src: await carry(found), ...kept, ...sizeAttributes(kept, found) };
    }
  }
  return leftOut;
}

function leaveOut(image: Element): void {
  const { alt } = image.attribs;
  if (alt) replaceElement(image, new Text(alt));
  else removeElement(image);
}

/** How images are found from the file at `path`: on the web, or in the directory. */
export function createFindImage(catalogue: ImageCatalogue, path: string): FindImage {
  return (address) => {
    if (isOnTheWeb(address)) return 'elsewhere';
    if (address.trim() === '') return { reason: 'has no address' };
    const location = locate(address, path);
    if (location.kind !== 'inside') return { reason: 'leads to no file of the directory' };
    return catalogue.find(location.path) ?? { reason: 'there is no such file' };
  };
}
