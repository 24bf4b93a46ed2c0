import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import type { Guide } from './guide.ts';

const ID = /^[\w-]{1,100}$/;

const LONGEST_TITLE = 300;

const LONGEST_ADDRESS = 2_000;

/** The guides of a list, without those that are not understood. @throws AppError `unavailable` for anything but a list */
export function readGuideList(document: unknown): Omit<Guide, 'address'>[] {
  const resources = property(document, 'data');
  if (!Array.isArray(resources))
    throw new AppError('unavailable', 'The knowledge base did not answer with a list of guides.');
  return resources.map(readGuide).filter((guide) => guide !== undefined);
}

/** A guide with the address of its page; undefined without one. */
export function readSoleGuide(document: unknown): Guide | undefined {
  const resource = property(document, 'data');
  const guide = readGuide(resource);
  const address = readAddress(property(property(resource, 'links'), 'public'));
  return guide && address !== undefined ? { ...guide, address } : undefined;
}

export function isGuideId(id: string): boolean {
  return ID.test(id);
}

function readGuide(resource: unknown): Omit<Guide, 'address'> | undefined {
  const id = property(resource, 'id');
  const title = property(property(resource, 'attributes'), 'title');
  if (typeof id !== 'string' || !isGuideId(id) || typeof title !== 'string') return undefined;
  const shown = foldWhiteSpace(title).slice(0, LONGEST_TITLE).toWellFormed();
  return shown === '' ? undefined : { id, title: shown };
}

/** Web pages only: what a link leads to is up to the knowledge base. */
function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  const isPage = /^https?:$/.test(protocol) && username === '' && password === '';
  return isPage && href.length <= LONGEST_ADDRESS ? href : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
