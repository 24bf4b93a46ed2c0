import { slug } from 'github-slugger';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { countNotation } from '../notation.ts';

interface WikiLink {
  /** The file or title. */
  name: string;
  /** The id of a heading, or `^` and that of a paragraph. */
  part: string;
  text: string | undefined;
  source: string;
}

const MAX_LENGTH = 300;
const CONTENTS = /^_?toc_?$/i;
const IMAGE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;
const OTHER_FILE =
  /\.(?:3gp|base|canvas|excalidraw|flac|m4a|mkv|mov|mp3|mp4|ogg|ogv|opus|pdf|wav|webm|zip)$/i;
const SIZE = /^(\d{1,5})(?:x(\d{1,5}))?$/;
const PARAGRAPH_ID = /(?:^|[ \t\n])\^([a-z0-9-]{1,60})$/i;

/**
 * Links and images by name: `[[Second note#Part|text]]`, `![[picture.png|300]]`. Their addresses begin with
 * `page-named:` or `file-named:`; `data-typed` has what stays if there is no such file.
 */
export function addWikiLinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'wiki-link', parseWikiLink);
  markdown.core.ruler.after('block', 'paragraph-ids', ({ tokens, src }) => {
    if (!src.includes('^')) return;
    for (const [index, token] of tokens.entries()) {
      const [whole, id] = (token.type === 'inline' && PARAGRAPH_ID.exec(token.content)) || [];
      if (whole === undefined || id === undefined) continue;
      token.content = token.content.slice(0, -whole.length);
      const opening = tokens[index - 1];
      // A paragraph of a tight list has no element, and one with only an id stands below another block.
      if (opening?.type === 'paragraph_open' && !opening.hidden && token.content) opening.attrSet('id', id);
      else token.content += `<span id="${id}"></span>`;
    }
  });
}

function parseWikiLink(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const isEmbed = src.startsWith('![[', pos);
  if (!isEmbed && !src.startsWith('[[', pos)) return false;
  const link = readWikiLink(src.slice(pos, Math.min(state.posMax, pos + MAX_LENGTH)), isEmbed);
  if (!link || isOrdinary(state, link)) return false;
  state.pos += link.source.length;
  if (silent) return true;
  if (CONTENTS.test(link.name)) countNotation(state.env, 'removed', 'contents');
  else if (isEmbed && IMAGE.test(link.name)) pushImage(state, link);
  else if (isEmbed && OTHER_FILE.test(link.name)) pushTyped(state, link);
  else pushLink(state, link);
  return true;
}

function readWikiLink(text: string, isEmbed: boolean): WikiLink | undefined {
  const start = isEmbed ? 3 : 2;
  const end = text.indexOf(']]', start);
  const inside = end < 0 ? '' : text.slice(start, end);
  if (inside.trim() === '' || /[[\n]/.test(inside)) return undefined;
  // A bar in a table has a backslash.
  const [target = '', ...words] = inside.split(/\\?\|/);
  const [name = '', ...parts] = target.split('#');
  const wanted = { name: name.trim(), part: (parts.at(-1) ?? '').trim() };
  if (!wanted.name && !wanted.part) return undefined;
  return { ...wanted, text: words.join('|').trim() || undefined, source: text.slice(0, end + 2) };
}

/** `[[1]](a.md)` is a link with brackets in its text, `[[1]]` may be one to a reference. */
function isOrdinary({ src, pos, env, md }: StateInline, { source, name }: WikiLink): boolean {
  const next = src.charAt(pos + source.length);
  return next === '(' || next === '[' || Boolean(env.references?.[md.utils.normalizeReference(name)]);
}

function pushLink(state: StateInline, { name, part, text, source }: WikiLink): void {
  const fragment = part.startsWith('^') ? part.slice(1) : slug(part);
  const link = state.push('link_open', 'a', 1);
  const address = `page-named:${encodeURIComponent(name)}${part ? `#${encodeURIComponent(fragment)}` : ''}`;
  link.attrs = [
    ['href', address],
    ['data-typed', source],
  ];
  const shown =
    text ?? [name.slice(name.lastIndexOf('/') + 1), part.replace(/^\^.*/, '')].filter(Boolean).join(' › ');
  state.push('text', '', 0).content = shown;
  state.push('link_close', 'a', -1);
}

function pushImage(state: StateInline, { name, text = '' }: WikiLink): void {
  const words = text.split('|');
  const [, width, height] = SIZE.exec(words.at(-1) ?? '') ?? [];
  const alt = (width ? words.slice(0, -1) : words).join(' ').trim();
  const image = state.push('image', 'img', 0);
  image.attrs = [
    ['src', `file-named:${encodeURIComponent(name)}`],
    ['alt', ''],
  ];
  if (width) image.attrs.push(['width', width]);
  if (height) image.attrs.push(['height', height]);
  const description = new state.Token('text', '', 0);
  description.content = alt;
  image.children = [description];
  image.content = alt;
}

function pushTyped(state: StateInline, { source }: WikiLink): void {
  countNotation(state.env, 'kept', 'wiki_links');
  state.push('text', '', 0).content = source;
}
