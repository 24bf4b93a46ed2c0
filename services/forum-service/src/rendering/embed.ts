import type { MediaKind } from '@guidepost/files/types';
import { endBeforePunctuation } from '@guidepost/service-kit';
import { LinkifyIt } from 'linkify-it';
import type { KindOf } from '../files/embedding.ts';
import type { Addresses } from '../model/addresses.ts';
import type { Forum } from '../model/forum.ts';
import { escapeHtml } from './escape.ts';

interface Link {
  /** UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly address: URL;
}

/** Only `http:` and `https:` addresses, nothing guessed: no `www.`, no e-mail addresses. */
export const linkify = endBeforePunctuation(
  new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
    .add('ftp:', null)
    .add('mailto:', null)
    .add('//', null),
);

/** The links in a text in order, without surrounding punctuation. */
export function findLinks(text: string): Link[] {
  return (linkify.match(text) ?? []).flatMap(({ index: start, lastIndex: end, raw }) => {
    const address = readAddress(raw);
    return address ? { start, end, address } : [];
  });
}

/** The address that a post may link to; undefined for anything else. */
export function readAddress(written: string): URL | undefined {
  const address = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  return address && isSafeLink(address) ? address : undefined;
}

/** Excludes credentials: `https://bank.example@evil.example` is meant to deceive. */
function isSafeLink({ protocol, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

interface Embedded {
  address: URL;
  written: string;
  kind: MediaKind;
  /** The author's name for it; by default an image is named after its file, and a link after its address. */
  label?: string;
}

/** Per text; further media become links. */
const MAX_EMBEDS = 20;

/** Matches the images and players that {@link embed} creates. */
const MEDIA =
  /<img loading="lazy" referrerpolicy="no-referrer" src="([^"]*)" alt="[^"]*">|<(audio|video) controls preload="metadata" src="([^"]*)"><\/\2>/g;

export function embed({ address, written, kind, label = '' }: Embedded): string {
  const source = escapeHtml(address.href);
  switch (kind) {
    case 'image':
      return `<img loading="lazy" referrerpolicy="no-referrer" src="${source}" alt="${escapeHtml(label || fileName(written))}">`;
    case 'audio':
    case 'video':
      return `<${kind} controls preload="metadata" src="${source}"></${kind}>`;
    default:
      return link(address.href, escapeHtml(label || written));
  }
}

/** The same for the images and players of one text, until there are too many. */
export function limitEmbeds(kindOf: KindOf): KindOf {
  let left = MAX_EMBEDS;
  return (address) => {
    const kind = kindOf(address);
    if (kind !== 'other') left -= 1;
    return left < 0 ? 'other' : kind;
  };
}

/**
 * Replaces embedded media from other sites with links.
 * @param files base address of files that stay embedded
 */
export function linkForeignMedia(html: string, files: string): string {
  const own = escapeHtml(new URL(files).href);
  return html.replace(MEDIA, (media, image?: string, _player?: string, played?: string) => {
    const source = image ?? played ?? '';
    return source.startsWith(own) ? media : linkTo(source, source);
  });
}

/** Links around images to the images alone, which a script shows on the page. No image is in a link already. */
export function withLargeImages(html: string): string {
  return html.replace(MEDIA, (media, image?: string) =>
    image === undefined
      ? media
      : `<a class="enlarge" href="${image}" rel="nofollow ugc noopener">${media}</a>`,
  );
}

/** @param label HTML */
export function link(address: string, label: string): string {
  return linkTo(escapeHtml(address), label);
}

/** Both are escaped. */
function linkTo(address: string, label: string): string {
  return `<a href="${address}" rel="nofollow ugc noopener">${label}</a>`;
}

/** Alternative text for an image. */
function fileName(written: string): string {
  const [path = ''] = written.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}

interface DisplayContext {
  forum: Pick<Forum, 'foreign_images'>;
  addresses: Pick<Addresses, 'file'>;
}

/**
 * Stored HTML for readers. Applies the forum's setting for foreign media here, not when rendering, so that a change
 * affects all posts at once.
 */
export function displayHtml(html: string, { forum, addresses }: DisplayContext): string {
  return forum.foreign_images ? html : linkForeignMedia(html, addresses.file(''));
}
