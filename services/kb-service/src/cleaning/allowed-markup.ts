import type { Element } from 'domhandler';
import type { IOptions } from 'sanitize-html';
import { isFileAddress } from '../model/file-address.ts';
import { isAllowedId, isOnTheWeb, isSafeTelephoneLink } from './addresses.ts';
import { isAllowedMedia, VIDEO_HOSTS } from './videos.ts';

const TEXT = `a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub
  sup time u var wbr`;
const BLOCKS = `blockquote details div dd dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section
  summary ul`;
const TABLES = 'caption col colgroup table tbody td tfoot th thead tr';
const MEDIA = 'audio iframe img source video';
const TASKS = 'input label';

export const ALLOWED_ELEMENTS = `${TEXT} ${BLOCKS} ${TABLES} ${MEDIA} ${TASKS}`.split(/\s+/);

const CELL = ['abbr', 'align', 'colspan', 'headers', 'rowspan', 'scope'];
const PLAYER = ['controls', 'height', 'loop', 'muted', 'src', 'width'];

/** By element; `*` is any. */
const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
  '*': ['dir', 'id', 'lang', 'title'],
  a: ['href'],
  audio: PLAYER,
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  del: ['cite', 'datetime'],
  details: ['open'],
  iframe: ['allowfullscreen', 'height', 'src', 'width'],
  img: ['alt', 'height', 'src', 'width'],
  input: ['checked', 'disabled', 'type'],
  ins: ['cite', 'datetime'],
  li: ['value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  source: ['src', 'type'],
  td: CELL,
  th: CELL,
  time: ['datetime'],
  video: PLAYER,
};

const ADMONITIONS = ['caution', 'important', 'info', 'note', 'tip', 'warning'];
const FOOTNOTES = [
  'footnote-backref',
  'footnote-item',
  'footnote-ref',
  'footnotes',
  'footnotes-list',
  'footnotes-sep',
];

/** Elements that parsers read differently, or that are no text; removed with their content. */
export const DROPPED_WITH_CONTENT =
  `applet embed frameset head math noembed noframes noscript option plaintext
  script select style svg template textarea title xmp`.split(/\s+/);

const ALLOWED_VALUES = new Map<string, (value: string) => boolean>([
  ['align', (value) => /^(?:left|center|right)$/.test(value)],
  ['href', isSafeTelephoneLink],
  ['id', isAllowedId],
]);

export const CLEANING: IOptions = {
  allowedTags: ALLOWED_ELEMENTS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  allowedClasses: {
    '*': [...ADMONITIONS, ...FOOTNOTES, 'task-list-item', /^language-[\w+#.-]{1,40}$/],
    // Only on links to stored files: see `markFileLinks`.
    a: ['file'],
  },
  selfClosing: ['br', 'col', 'hr', 'img', 'input', 'source', 'wbr'],
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: {
    a: ['http', 'https', 'mailto', 'tel'],
    audio: ['https'],
    iframe: ['https'],
    img: ['http', 'https'],
    source: ['https'],
    video: ['https'],
  },
  allowedIframeHostnames: VIDEO_HOSTS,
  allowIframeRelativeUrls: false,
  nonTextTags: DROPPED_WITH_CONTENT,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withAllowedValues(attribs) }) },
};

function withAllowedValues(attributes: Record<string, string>): Record<string, string> {
  const allowed = Object.entries(attributes).filter(
    ([name, value]) => ALLOWED_VALUES.get(name)?.(value) ?? true,
  );
  return Object.fromEntries(allowed);
}

/** Media without an allowed address, and form fields. */
export function isUseless({ name: tag, attribs }: Pick<Element, 'name' | 'attribs'>): boolean {
  if (tag === 'input') return attribs.type !== 'checkbox' || attribs.disabled === undefined;
  if (tag === 'iframe') return !attribs.src;
  if (tag === 'img') return !isShownImage(attribs.src ?? '');
  if (tag === 'source') return !isAllowedMedia(attribs.src);
  return (tag === 'video' || tag === 'audio') && attribs.src !== undefined && !isAllowedMedia(attribs.src);
}

/** Whether an image is on the web or stored. */
export function isShownImage(address: string): boolean {
  return isOnTheWeb(address) || isFileAddress(address);
}
