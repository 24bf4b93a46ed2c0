import { isVisible } from '@guidepost/service-kit';
import type { Token } from 'markdown-it';
import { type KindOf, kindByEnding } from '../files/embedding.ts';
import { embed, limitEmbeds, link, readAddress } from './embed.ts';
import { escapeHtml, escapeMarkdown } from './escape.ts';
import { createNameLinks, type FindAuthor } from './link-names.ts';
import { parseMarkdown, textOf } from './parse-markdown.ts';
import { renderText } from './render-text.ts';

interface MarkdownOptions {
  /** Decides how to embed an address that stands alone; by default its ending. */
  kindOf?: KindOf | undefined;
  /** By default no name is a link. */
  findAuthor?: FindAuthor | undefined;
}

interface Inline {
  /** Renders what is not markup. */
  text(text: string): string;
  /** Renders an address without a text of its own, or an image. */
  media(address: URL, names: { written: string; label?: string }): string;
}

/** Links contain no links. */
const IN_LINK: Inline = { text: escapeHtml, media: (_, { written, label = written }) => escapeHtml(label) };

/**
 * Renders a Markdown post as safe HTML (S2): paragraphs, emphasis, code, lists, quotes and links. Images and addresses
 * without a text of their own become embed code. What nests too deep is shown as typed.
 */
export function renderMarkdown(
  source: string,
  { kindOf = kindByEnding, findAuthor }: MarkdownOptions = {},
): string {
  const blocks = parseMarkdown(source, findAuthor);
  if (!blocks) return renderText(source, kindOf);
  const kindOfNext = limitEmbeds(kindOf);
  const inline: Inline = {
    text: findAuthor ? createNameLinks(findAuthor) : escapeHtml,
    media: (address, names) => embed({ address, ...names, kind: kindOfNext(address) }),
  };
  return blocks.map((block) => renderBlock(block, inline)).join('');
}

function renderBlock(block: Token, inline: Inline): string {
  switch (block.type) {
    case 'inline':
      return renderInline(block.children ?? [], inline);
    case 'fence':
    case 'code_block':
      return `<pre><code>${escapeHtml(block.content)}</code></pre>`;
    default:
      return block.hidden ? '' : renderTag(block);
  }
}

function renderInline(tokens: readonly Token[], inline: Inline): string {
  const rendered: string[] = [];
  /** From an outermost link on. */
  let link: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.type === 'link_open') depth += 1;
    if (depth > 0) link.push(token);
    else rendered.push(renderToken(token, inline));
    if (token.type !== 'link_close') continue;
    depth -= 1;
    if (depth > 0) continue;
    rendered.push(renderLink(link, inline));
    link = [];
  }
  return rendered.join('');
}

/** Addresses in the text of a link are only text. */
function renderLink([open, ...content]: readonly Token[], inline: Inline): string {
  const label = content.filter(({ type }) => type !== 'link_open' && type !== 'link_close');
  const html = label.map((token) => renderToken(token, IN_LINK)).join('');
  const address = readAddress(String(open?.attrGet('href') ?? ''));
  if (!address) return html;
  const written = textOf(label);
  if (open?.info === 'auto') return inline.media(address, { written });
  return isVisible(written) ? link(address.href, html) : inline.media(address, { written: address.href });
}

function renderToken(token: Token, inline: Inline): string {
  switch (token.type) {
    case 'text':
      return inline.text(token.content);
    case 'code_inline':
      return `<code>${escapeHtml(token.content)}</code>`;
    case 'softbreak':
    case 'hardbreak':
      return '<br>';
    case 'image': {
      const address = readAddress(String(token.attrGet('src') ?? ''));
      const label = textOf(token.children ?? []);
      return address ? inline.media(address, { written: address.href, label }) : inline.text(label);
    }
    default:
      return renderTag(token);
  }
}

/** The start or end of an element that has no attribute but the number a list begins with. */
function renderTag(token: Token): string {
  if (token.nesting === -1) return `</${token.tag}>`;
  const start = token.attrGet('start');
  return start === null ? `<${token.tag}>` : `<${token.tag} start="${Number(start)}">`;
}

/** Markdown that shows a file, or links to it. @param name as its author calls it */
export function markdownFor(name: string, address: string): string {
  const isShown = kindByEnding(new URL(address)) !== 'other';
  return `${isShown ? '!' : ''}[${escapeMarkdown(onOneLine(name))}](${address})`;
}

/** Short enough for a post. */
function onOneLine(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 100)
    .trim();
}
