import { type ParentNode, Text } from 'domhandler';
import { getElementsByTagName, removeElement, replaceElement } from 'domutils';

/**
 * Only images on the web are kept: the others give way to their alternative text.
 *
 * @returns how many were left out
 */
export function leaveOutLocalImages(root: ParentNode): number {
  const local = getElementsByTagName('img', root).filter(({ attribs }) => !isOnTheWeb(attribs.src ?? ''));
  for (const image of local) {
    const { alt } = image.attribs;
    if (alt) replaceElement(image, new Text(alt));
    else removeElement(image);
  }
  return local.length;
}

function isOnTheWeb(address: string): boolean {
  return /^\s*(?:https?:)?\/\//i.test(address);
}
