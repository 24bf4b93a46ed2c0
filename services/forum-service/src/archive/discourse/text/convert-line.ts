import { escapeMarkdown } from '../../../rendering/escape.ts';
import { linkTo, mediumAt } from '../../moved-in/text/markdown.ts';
import { emojiOf } from './emoji.ts';

/** Answers about the forum that a text is from. */
export interface TextContext {
  /** The topic that the text is in. */
  topic: number;
  /** The name that a person is shown by. @param username in any letter case */
  nameOf(username: string): string | undefined;
  /** How a quote names its author: `Anna wrote:`. */
  wrote(name: string): string;
  /** The address of a post here. */
  postAddress(topic: number, post: number): string | undefined;
  /**
   * The address of a link or an image: of an upload, of a page of the former forum, or as it is.
   * @returns undefined if it leads nowhere
   */
  addressOf(written: string): string | undefined;
  /** The votes for each option of a poll of the post, in their order. */
  pollVotes(poll: string): readonly number[] | undefined;
}

/**
 * The notations that Discourse reads within a line; each part begins with a sign of its own, so that reading takes one
 * pass.
 */
const PARTS = new RegExp(
  [
    String.raw`(?<bang>!?)\[(?<label>[^\[\]]{0,1000})\]\(\s{0,9}(?<target>[^()\s]{1,2000}(?:\([^()\s]{0,500}\)[^()\s]{0,500})?)(?:\s{1,9}"[^"]{0,300}")?\s{0,9}\)`,
    String.raw`(?<url>https?:\/\/[^\s<>"'\]]+)`,
    String.raw`<(?<close>\/?)(?<element>[a-z][a-z0-9]{0,15})(?<attributes>(?:\s[^<>]{0,2000})?)\/?>`,
    String.raw`<(?<auto>https?:\/\/[^\s<>]{1,2000})>`,
    '(?<comment><!--[^>]{0,2000}-->)',
    String.raw`\[(?<end>\/?)(?<code>b|i|u|s|url|img|email|color|size|font|center|left|right|small|big)(?:=(?<value>[^\]\s]{0,2000}))?\]`,
    String.raw`\[date=(?<date>[\d-]{8,10})(?<time>[^\]]{0,300})\]`,
    '&(?<entity>#\\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});',
    ':(?<emoji>[a-z0-9_+-]{1,50}(?::t[1-6])?):',
    String.raw`@(?<mention>[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,59})`,
  ].join('|'),
  'giu',
);

type Part = Partial<Record<string, string>>;

/** One line outside of code, as our Markdown has it; a line break in it is an `\n`. */
export function convertLine(line: string, context: TextContext): string {
  return piecesOf(line)
    .map(({ text, isCode }) => (isCode ? text : convertText(text, context)))
    .join('');
}

/** Code between equal runs of backticks, and what is between them. */
function piecesOf(line: string): { text: string; isCode: boolean }[] {
  if (!line.includes('`')) return [{ text: line, isCode: false }];
  const runs = [...line.matchAll(/`+/g)];
  const nextOfLength = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const [index, [{ length }]] of [...runs.entries()].reverse()) {
    const end = nextOfLength.get(length);
    if (end !== undefined) ends.set(index, end);
    nextOfLength.set(length, index);
  }
  const pieces: { text: string; isCode: boolean }[] = [];
  let position = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const [start, end] = [runs[index], runs[ends.get(index) ?? -1]];
    if (!start || !end) continue;
    const after = end.index + end[0].length;
    pieces.push({ text: line.slice(position, start.index), isCode: false });
    pieces.push({ text: line.slice(start.index, after), isCode: true });
    position = after;
    index = ends.get(index) ?? index;
  }
  return [...pieces, { text: line.slice(position), isCode: false }];
}

/** A sign that a part can begin with; most lines have none. */
const ANY_SIGN = /[[<&:@]/;

/** A sign behind which there is neither the code of an emoji nor a mention. */
const IN_WORD = /[\p{L}\p{N}_.+@:/-]$/u;

function convertText(text: string, context: TextContext): string {
  if (!ANY_SIGN.test(text)) return text;
  const open: (string | undefined)[] = [];
  const converted = text.replace(PARTS, (written: string, ...rest: unknown[]) => {
    const part = rest.at(-1) as Part;
    const before = text.charAt(Number(rest.at(-3)) - 1);
    if (part.target !== undefined) return convertLink(part, context);
    if (part.url !== undefined) return convertAddress(part.url, context);
    if (part.auto !== undefined) return context.addressOf(part.auto) ?? part.auto;
    if (part.comment !== undefined) return '';
    if (part.element !== undefined) return convertElement(written, part, { open, context });
    if (part.code !== undefined) return convertCode(written, part, { open, context });
    if (part.date !== undefined) return convertDate(part);
    if (part.entity !== undefined) return decodeEntity(part.entity) ?? written;
    if (IN_WORD.test(before)) return written;
    if (part.emoji !== undefined) return emojiOf(part.emoji) ?? written;
    return convertMention(part.mention ?? '', context);
  });
  return converted + open.reverse().map(endOfLink).join('');
}

/** `[name|attachment](upload://…)`, `![alt|690x388](upload://…)`: what follows the bar is about size and kind. */
function convertLink({ bang, label = '', target = '' }: Part, context: TextContext): string {
  const [name = ''] = label.split('|');
  const address = context.addressOf(target);
  const said = convertText(name, context) || (address === undefined ? nameIn(target) : '');
  return bang ? mediumAt(said, address) : linkTo(said || nameIn(target), address);
}

function nameIn(target: string): string {
  return escapeMarkdown(target.slice(target.lastIndexOf('/') + 1));
}

/** A sign behind an address in running text is none of it. */
function convertAddress(url: string, context: TextContext): string {
  const address = url.replace(/[.,;:!?)*_~]{1,20}$/, '');
  return (context.addressOf(address) ?? address) + url.slice(address.length);
}

interface Inside {
  /** The addresses of links whose end has not come yet. */
  open: (string | undefined)[];
  context: TextContext;
}

/** The Markdown that elements of HTML become; `</summary>` and the like have an end of their own. */
const ELEMENTS: Readonly<Record<string, readonly [start: string, end: string]>> = {
  ...Object.fromEntries(
    ['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, ['**', '**']]),
  ),
  ...Object.fromEntries(['i', 'em'].map((name) => [name, ['*', '*']])),
  ...Object.fromEntries(['code', 'kbd', 'tt'].map((name) => [name, ['`', '`']])),
  ...Object.fromEntries(
    [
      'u',
      's',
      'del',
      'ins',
      'small',
      'big',
      'sub',
      'sup',
      'mark',
      'span',
      'font',
      'center',
      'abbr',
      'aside',
    ].map((name) => [name, ['', '']]),
  ),
  ...Object.fromEntries(['p', 'div', 'ul', 'ol', 'details', 'table', 'tr'].map((name) => [name, ['', '\n']])),
  br: ['\n', '\n'],
  hr: ['\n', ''],
  li: ['\n- ', ''],
  summary: ['**', '**\n'],
  td: ['', ' '],
  th: ['', ' '],
};

function convertElement(written: string, part: Part, { open, context }: Inside): string {
  const { close, element = '', attributes = '' } = part;
  const name = element.toLowerCase();
  if (name === 'img' && !close) {
    const [source, alt] = [attributeIn(attributes, 'src'), attributeIn(attributes, 'alt')];
    return source === undefined ? '' : mediumAt(alt ?? '', context.addressOf(source));
  }
  if (name === 'a') {
    if (close) return open.length > 0 ? endOfLink(open.pop()) : '';
    const target = attributeIn(attributes, 'href');
    return startOfLink(open, target === undefined ? undefined : context.addressOf(target));
  }
  const [start, end] = ELEMENTS[name] ?? [written, written];
  return close ? end : start;
}

const ATTRIBUTES = /([a-z-]{1,20})\s{0,9}=\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))/gi;

function attributeIn(attributes: string, wanted: string): string | undefined {
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTES))
    if (name.toLowerCase() === wanted) return double ?? single ?? bare;
  return undefined;
}

const CODES: Readonly<Record<string, string>> = { b: '**', i: '*' };

function convertCode(written: string, part: Part, { open, context }: Inside): string {
  const { end, code = '', value } = part;
  const name = code.toLowerCase();
  if (name === 'img') return '';
  if (name !== 'url') return CODES[name] ?? '';
  if (end) return open.length > 0 ? endOfLink(open.pop()) : '';
  // The address is the text, too.
  if (value === undefined) return '';
  return written === '' ? '' : startOfLink(open, context.addressOf(value));
}

function startOfLink(open: (string | undefined)[], address: string | undefined): string {
  open.push(address);
  return address === undefined ? '' : '[';
}

function endOfLink(address: string | undefined): string {
  return address === undefined ? '' : `](${address})`;
}

/** `[date=2020-01-31 time=10:00:00 timezone="Europe/Stockholm"]` */
function convertDate({ date = '', time = '' }: Part): string {
  const [clock, zone] = ['time', 'timezone'].map((name) => attributeIn(time, name));
  return [date, clock, zone && `(${zone})`].filter(Boolean).join(' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  times: '×',
  rarr: '→',
  larr: '←',
};

const LARGEST_CHARACTER = 0x10ffff;

function decodeEntity(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()];
  const code = Number(entity.replace('#x', '0x').replace('#X', '0x').replace('#', ''));
  return code > 0 && code <= LARGEST_CHARACTER ? String.fromCodePoint(code) : undefined;
}

/** Names are linked as they are, unless they would be read as something else. */
function asText(name: string): string {
  return /[\\`[\]<>]/.test(name) ? escapeMarkdown(name) : name;
}

/** A full stop or hyphen behind a name may be none of it. */
function convertMention(mention: string, { nameOf }: TextContext): string {
  for (let username = mention; ; ) {
    const name = nameOf(username);
    if (name !== undefined) return `@${asText(name)}${mention.slice(username.length)}`;
    const shorter = username.replace(/[._-]$/, '');
    if (shorter === username) return `@${mention}`;
    username = shorter;
  }
}
