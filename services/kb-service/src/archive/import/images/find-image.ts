import { locate } from '../directory/locations.ts';
import type { ImageCatalogue } from './image-catalogue.ts';
import type { FindImage } from './place-images.ts';
import { isOnTheWeb } from './web-address.ts';

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
