import { slug } from 'github-slugger';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { mapLines } from '../block-pairs.ts';
import { countNotation } from '../notation.ts';

interface WikiLink {
  /** The file or title. */
  name: string;
  /** The id of a heading, or `^` and that of a paragraph. */
  part: string;
  text: string | undefined;
  source: string;
}

const MAX_LINK_LENGTH = 300;
const CONTENTS_LINK = /^_?toc_?$/i;
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
  const link = readWikiLink(src.slice(pos, Math.min(state.posMax, pos + MAX_LINK_LENGTH)), isEmbed);
  if (!link || isOrdinary(state, link)) return false;
  state.pos += link.source.length;
  if (silent) return true;
  if (CONTENTS_LINK.test(link.name)) countNotation(state.env, 'removed', 'contents');
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

const MAX_MARK_LENGTH = 500;
const TITLED_SIZE = /\|[ \t]*(\d{1,5})(?:x(\d{1,5}))?[ \t]*$/;
const CONTENTS = /^\[(?:TOC|_TOC_)\]$/;

/** `==highlighted==`, `%%comments%%`, `![text|300](a.png)` and `[TOC]`. */
export function addObsidianMarks(markdown: MarkdownIt): void {
  const { core, inline } = markdown;
  core.ruler.after('normalize', 'block-comments', (state) => {
    if (state.src.includes('%%')) state.src = withoutComments(state.src, state.env);
  });
  core.ruler.after('block', 'contents', ({ tokens, env }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'inline' || !CONTENTS.test(token.content)) continue;
      token.content = '';
      for (const part of tokens.slice(index - 1, index + 2)) part.hidden = true;
      countNotation(env, 'removed', 'contents');
    }
  });
  inline.ruler.before('emphasis', 'highlight', parseHighlight);
  inline.ruler.before('emphasis', 'comment', parseComment);
  core.ruler.after('inline', 'titled-sizes', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const text = token.type === 'image' ? token.children?.at(-1) : undefined;
      const [found, width = '', height] = (text?.type === 'text' && TITLED_SIZE.exec(text.content)) || [];
      if (!text || found === undefined) continue;
      text.content = text.content.slice(0, -found.length);
      token.attrSet('width', width);
      if (height) token.attrSet('height', height);
    }
  });
}

/** Comments of several lines begin and end with a line `%%`. */
function withoutComments(source: string, env: StateInline['env']): string {
  let marks = 0;
  mapLines(source, (line) => {
    if (line.trim() === '%%') marks += 1;
    return line;
  });
  let isComment = false;
  return mapLines(source, (line) => {
    if (line.trim() !== '%%') return isComment ? '' : line;
    marks -= 1;
    if (!isComment && marks === 0) return line;
    isComment = !isComment;
    if (isComment) countNotation(env, 'removed', 'comments');
    return '';
  });
}

function parseHighlight(state: StateInline, silent: boolean): boolean {
  const inside = between(state, '==');
  if (inside === undefined || inside.startsWith(' ') || inside.endsWith(' ')) return false;
  const { pos, posMax } = state;
  const end = pos + inside.length + 4;
  if (!silent) {
    state.push('mark_open', 'mark', 1);
    Object.assign(state, { pos: pos + 2, posMax: end - 2 });
    state.md.inline.tokenize(state);
    state.push('mark_close', 'mark', -1);
  }
  Object.assign(state, { pos: end, posMax });
  return true;
}

function parseComment(state: StateInline, silent: boolean): boolean {
  const inside = between(state, '%%');
  if (inside === undefined) return false;
  state.pos += inside.length + 4;
  if (!silent) countNotation(state.env, 'removed', 'comments');
  return true;
}

/** The text between two marks, if the first is here. */
function between({ src, pos, posMax }: StateInline, mark: string): string | undefined {
  if (!src.startsWith(mark, pos)) return undefined;
  const text = src.slice(pos + 2, Math.min(posMax, pos + MAX_MARK_LENGTH));
  const end = text.indexOf(mark);
  const inside = end < 0 ? '' : text.slice(0, end);
  return inside === '' || inside.startsWith(mark.charAt(0)) || inside.includes('\n\n') ? undefined : inside;
}
