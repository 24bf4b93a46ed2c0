import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  inspectImage,
  inspectUpload,
  type PixelSize,
  type RefusedImage,
  type SourceImage,
} from '@guidepost/files/images';
import { MAX_FILE_BYTES } from '@guidepost/files/types';
import { type Element, type ParentNode, Text } from 'domhandler';
import { getElementsByTagName, removeElement, replaceElement } from 'domutils';
import { isOnTheWeb } from '../../cleaning/addresses.ts';
import {
  type Candidate,
  candidatesOf,
  isWaiting,
  revealLateMedia,
  setAddress,
  sourcesBefore,
} from '../../cleaning/late-media.ts';
import type { StoreImage } from './import-source.ts';
import { locate, sharedSteps } from './locations.ts';

export interface ImageCatalogue {
  /** Looks up a path (NFC) from the root; undefined if there is no such file. */
  find(path: string): SourceImage | RefusedImage | undefined;
  /** Looks up the end of a path anywhere, nearest to the file at `from`. */
  named(path: string, from: string): SourceImage | RefusedImage | undefined;
  /** Where a file is on the disk, image or not. */
  fileAt(path: string): string | undefined;
  size: number;
  /** A hash of all images and other files, because the content of guides depends on them. */
  digest: string;
}

export const NO_IMAGES: ImageCatalogue = {
  find: () => undefined,
  named: () => undefined,
  fileAt: () => undefined,
  size: 0,
  digest: '',
};

/** Inspects files one by one, keeping only metadata in memory. */
export async function createImageCatalogue(root: string, paths: string[]): Promise<ImageCatalogue> {
  const found = new Map<string, SourceImage | RefusedImage>();
  const places = new Map<string, string>();
  const hash = createHash('sha256');
  let size = 0;
  for (const path of paths) {
    const image = await inspectImage(join(root, path), path);
    found.set(path.normalize('NFC'), image);
    places.set(path.normalize('NFC'), join(root, path));
    if ('reason' in image) {
      hash.update(`${path}\0${await digestOfFile(join(root, path))}\n`);
      continue;
    }
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
  const [find, fileAt] = [(path: string) => found.get(path), (path: string) => places.get(path)];
  return { find, named, fileAt, size, digest: hash.digest('hex') };
}

/** Files that are too large, or cannot be read, are none that a guide may have. */
async function digestOfFile(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_FILE_BYTES) return '';
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch {
    return '';
  }
}

/** The folder for the images of a JSON file: `guides-files` beside `guides.json`. */
export function imageFolder(file: string): string {
  return `${file.replace(/\.json$/i, '')}-files`;
}

interface SizeAttributes {
  width?: string;
  height?: string;
}

/** An image with twice the pixels: `step-1@2x.png`. */
const DOUBLE = /@2x(?:\.[^./]*)?$/i;

const PIXELS = /^\s*([1-9]\d{0,4})(?:px)?\s*$/i;

/** Resolves the address of an image; `elsewhere` means on the web. */
export type FindImage = (address: string) => Promise<Found>;

type Found = SourceImage | RefusedImage | 'elsewhere';

type Choice = Candidate & { found: Found };

/** Addresses of `renderImportedMarkdown` that are names. */
const NAMED = 'file-named:';

const SHOWN = 100;

/** Pixels. Smaller images stand for those that a script loads. */
const SMALLEST_SIDE = 3;

/**
 * Replaces image addresses by stored ones and adds sizes; images that cannot be imported become their alternative
 * text. An image that a script loads, or that has several addresses, gets the first that can be imported.
 * @returns the images that are left out, as `address: reason`
 */
export async function placeImages(root: ParentNode, find: FindImage, carry: StoreImage): Promise<string[]> {
  const leftOut: string[] = [];
  revealLateMedia(root);
  for (const image of getElementsByTagName('img', root)) {
    const { found, address, density } = await chooseImage(image, find);
    if (found === 'elsewhere') {
      if (address !== image.attribs.src) setAddress(image, address);
    } else if ('reason' in found) {
      leftOut.push(`${shown(address)}: ${found.reason}`);
      leaveOut(image);
    } else {
      setAddress(image, await carry(found));
      const { srcset, sizes, ...rest } = image.attribs;
      image.attribs = { ...rest, ...sizeAttributes(rest, found, density) };
    }
    for (const source of sourcesBefore(image)) removeElement(source);
  }
  return leftOut;
}

/** The first candidate that can be imported, or else the first. */
async function chooseImage(image: Element, find: FindImage): Promise<Choice> {
  const smallest = isWaiting(image) ? SMALLEST_SIDE : 1;
  let first: Choice | undefined;
  for (const candidate of candidatesOf(image)) {
    const choice = { ...candidate, found: await find(candidate.address) };
    if (isPicture(choice.found, smallest)) return choice;
    first ??= choice;
  }
  return first ?? { address: '', density: 1, found: await find('') };
}

function isPicture(found: Found, smallest: number): boolean {
  if (found === 'elsewhere') return true;
  if ('reason' in found) return false;
  return !found.pixels || Math.max(found.pixels.width, found.pixels.height) >= smallest;
}

function shown(address: string): string {
  const [data] = /^\s*data:[^,]{0,50},/i.exec(address) ?? [];
  return data ? `${data.trim()}…` : address.replace(NAMED, '').slice(0, SHOWN);
}

function leaveOut(image: Element): void {
  const { alt } = image.attribs;
  if (alt) replaceElement(image, new Text(alt));
  else removeElement(image);
}

/**
 * Resolves images in the file at `path`: on the web, in the directory, or in the address itself.
 * @param pathsMeant the paths from the root that an address may mean; default: the one that it says
 */
export function createFindImage(
  catalogue: ImageCatalogue,
  path: string,
  pathsMeant: (address: string, path: string) => string[] = pathsAt,
): FindImage {
  let inside = 0;
  return async (address) => {
    if (isOnTheWeb(address)) return 'elsewhere';
    if (address.trim() === '') return { reason: 'has no URL' };
    if (/^\s*data:/i.test(address)) {
      inside += 1;
      return readDataImage(address, `${path.replace(/\.[^./]+$/, '') || 'image'}-${inside}`);
    }
    const isName = address.startsWith(NAMED);
    const paths = pathsMeant(isName ? `./${address.slice(NAMED.length)}` : address, path);
    if (paths.length === 0) return { reason: 'is not in the directory' };
    const found = paths.map(catalogue.find).find((image) => image !== undefined);
    const isBare = pathsMeant !== pathsAt && !address.includes('/');
    const named = isName || isBare ? catalogue.named(paths[0] ?? '', path) : undefined;
    return found ?? named ?? { reason: 'there is no such file' };
  };
}

/** The path from the root that an address in the file at `path` says. */
export function pathsAt(address: string, path: string): string[] {
  const location = locate(address, path);
  return location.kind === 'inside' ? [location.path] : [];
}

/** `fetch` decodes `data:` without any network. @param path names the image in exports */
async function readDataImage(address: string, path: string): Promise<SourceImage | RefusedImage> {
  try {
    const response = await fetch(address.trim());
    return await inspectUpload(await response.bytes(), path);
  } catch {
    return { reason: 'is not a valid data URL' };
  }
}

/**
 * Missing `width` and `height`, which let browsers reserve space. A given one determines the other by the aspect
 * ratio.
 * @param density pixels of the image for a pixel of the page
 */
export function sizeAttributes(
  given: SizeAttributes,
  { path, pixels }: Pick<SourceImage, 'path' | 'pixels'>,
  density = 1,
): SizeAttributes {
  const { width, height } = given;
  if (!pixels || (width && height)) return {};
  const scale = scaleOf(given, pixels) ?? 1 / (density === 1 && DOUBLE.test(path) ? 2 : density);
  if (Number.isNaN(scale)) return {};
  return {
    width: width || lengthOf(pixels.width * scale),
    height: height || lengthOf(pixels.height * scale),
  };
}

/** Undefined if neither is given, NaN if it is invalid. */
function scaleOf({ width, height }: SizeAttributes, pixels: PixelSize): number | undefined {
  if (width) return Number(PIXELS.exec(width)?.[1]) / pixels.width;
  if (height) return Number(PIXELS.exec(height)?.[1]) / pixels.height;
  return undefined;
}

function lengthOf(pixels: number): string {
  return String(Math.max(Math.round(pixels), 1));
}
