import type { MarkdownIt, StateInline } from 'markdown-it';
import { countNotation, type Notation } from '../notation.ts';
import { imageIn } from './template-media.ts';
import {
  addressOf,
  firstNamed,
  isTagStart,
  pageNamed,
  readTemplateTag,
  type TagWords,
  type TemplateTag,
  wordsOf,
} from './template-tags.ts';

/** Longer destinations stay as typed. */
const MAX_DESTINATION = 2_000;

const COUNTED: Record<TemplateTag['kind'], Notation> = {
  liquid: 'template_tags',
  shortcode: 'shortcodes',
  expression: 'template_expressions',
};

/** Tags of template languages in text and in destinations of links. */
export function addTemplateInlines(markdown: MarkdownIt): void {
  expandDestinations(markdown);
  markdown.inline.ruler.before('escape', 'template-tag', parseTag);
}

/** Lets destinations be, or contain, tags with spaces: `[a]({{< relref "b.md" >}})`. */
function expandDestinations({ helpers }: MarkdownIt): void {
  const { parseLinkDestination } = helpers;
  helpers.parseLinkDestination = (text, start, max) => {
    const expanded = expandDestination(text, start, Math.min(max, start + MAX_DESTINATION));
    return expanded ? { ok: true, ...expanded } : parseLinkDestination(text, start, max);
  };
}

function expandDestination(text: string, start: number, max: number) {
  let [pos, depth, str, hasTag] = [start, 0, '', false];
  while (pos < max) {
    const tag = readTemplateTag(text, pos);
    const address = tag && addressOf(tag);
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

function parseTag(state: StateInline, silent: boolean): boolean {
  const tag = readTemplateTag(state.src, state.pos);
  if (!tag || state.pos + tag.source.length > state.posMax) return false;
  state.pos += tag.source.length;
  if (!silent) writeTag(state, tag);
  return true;
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
    countNotation(state.env, 'kept', COUNTED[tag.kind]);
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
