import type { MarkdownIt, StateInline } from 'markdown-it';
import { countNotation, notationOf } from '../notation.ts';
import {
  addressOf,
  firstNamed,
  imageIn,
  isTagStart,
  pageNamed,
  readTemplateTag,
  type TagWords,
  type TemplateTag,
  type Variables,
  wordsOf,
} from './template-tags.ts';

/** Longer destinations stay as typed. */
const MAX_DESTINATION = 2_000;

/** Tags of template languages in text and in destinations of links. */
export function addTemplateInlines(markdown: MarkdownIt, variables: Variables): void {
  expandDestinations(markdown, variables);
  markdown.inline.ruler.before('escape', 'template-tag', (state, silent) => {
    const tag = readTemplateTag(state.src, state.pos);
    if (!tag || state.pos + tag.source.length > state.posMax) return false;
    state.pos += tag.source.length;
    const value = tag.kind === 'expression' && !state.env.isRaw ? variables.get(tag.words) : undefined;
    if (!silent && value !== undefined) writeText(state, value);
    else if (!silent) writeTag(state, tag);
    return true;
  });
}

/** Lets destinations be, or contain, tags with spaces: `[a]({{< relref "b.md" >}})`. */
function expandDestinations({ helpers }: MarkdownIt, variables: Variables): void {
  const { parseLinkDestination } = helpers;
  helpers.parseLinkDestination = (text, start, max) => {
    const end = Math.min(max, start + MAX_DESTINATION);
    const expanded = expandDestination(text, { start, end, variables });
    return expanded ? { ok: true, ...expanded } : parseLinkDestination(text, start, max);
  };
}

function expandDestination(
  text: string,
  { start, end, variables }: { start: number; end: number; variables: Variables },
) {
  let [pos, depth, str, hasTag] = [start, 0, '', false];
  while (pos < end) {
    const tag = readTemplateTag(text, pos);
    const address = tag && addressOf(tag, variables);
    if (tag ? address === undefined : isTagStart(text, pos)) return undefined;
    const character = text.charAt(pos);
    if (!tag && (character <= ' ' || (character === ')' && depth === 0))) break;
    if (!tag) depth += { '(': 1, ')': -1 }[character] ?? 0;
    str += address ?? character;
    pos += tag?.source.length ?? 1;
    hasTag ||= tag !== undefined;
  }
  return hasTag && depth === 0 ? { pos, str } : undefined;
}

function writeTag(state: StateInline, tag: TemplateTag): void {
  if (tag.kind === 'liquid' && tag.name === 'raw') {
    state.env.isRaw = !tag.ends;
    return;
  }
  const [, escaped] = /^\{\{([<%]\/\*.*)\*\/[>%]\}\}$/s.exec(tag.source) ?? [];
  const html = imageIn(tag);
  if (escaped) writeText(state, `{{${escaped.replace('/*', '')}${tag.source.slice(-3)}`);
  else if (state.env.isRaw) writeText(state, tag.source);
  else if (html !== undefined) state.push('html_inline', '', 0).content = html;
  else if (!writeLink(state, tag)) {
    countNotation(state.env, 'kept', notationOf(tag));
    writeText(state, tag.source);
  }
}

function writeText(state: StateInline, content: string): void {
  state.push('text', '', 0).content = content;
}

/** `{{< page-ref page="a" >}}` and `{{< link url="…" caption="…" >}}` of themes. */
function writeLink(state: StateInline, tag: TemplateTag): boolean {
  const words = wordsOf(tag);
  const href = linkIn(tag, words);
  if (!href) return false;
  const link = state.push('link_open', 'a', 1);
  const caption = firstNamed(words, 'caption', 'title', 'text');
  link.attrs = [['href', state.md.normalizeLink(href)]];
  if (caption === undefined) link.attrs.push(['data-untitled', '']);
  writeText(state, caption ?? href.replace(/^page-named:/, ''));
  state.push('link_close', 'a', -1);
  return true;
}

function linkIn({ kind, name }: TemplateTag, words: TagWords): string | undefined {
  if (kind === 'expression') return undefined;
  if (/^(?:page|content)-?(?:rel)?ref$/.test(name)) {
    return pageNamed(firstNamed(words, 'page', 'ref', 'path', 'url') ?? words.others[0]);
  }
  const isLink = /(?:^|[-_])(?:link|embed|file)$/.test(name);
  const address = isLink ? firstNamed(words, 'url', 'href', 'src') : undefined;
  return address && /^https?:\/\//.test(address) ? address : undefined;
}
