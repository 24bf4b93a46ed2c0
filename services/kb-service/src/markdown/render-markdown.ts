import { endBeforePunctuation } from '@guidepost/service-kit';
import markdownit, { type MarkdownIt, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { addAlerts, addCalloutBlocks, BEFORE_PARAGRAPHS, endOfIndented, INDENT } from './callout-blocks.ts';
import { addCalloutTokens, lineAt, mayNest, pushCallout } from './callouts.ts';
import { addAttributeLists } from './dialects/attribute-lists.ts';
import { addComponents, addModules } from './dialects/mdx.ts';
import { addObsidianMarks, addWikiLinks } from './dialects/obsidian.ts';
import { addTemplateBlocks } from './dialects/template-blocks.ts';
import { addTemplateInlines } from './dialects/template-inlines.ts';
import type { Variables } from './dialects/template-tags.ts';
import { addHeadingIds } from './heading-ids.ts';
import { addImageSizes } from './image-sizes.ts';
import { countNotation, type Notation, type NotationFindings, noNotation } from './notation.ts';
import { addRawHtml } from './raw-html.ts';

const REFERENCE = /\[\^[^\]\s]{1,200}\]/y;

/** Lines of text that other rules have left. */
const LINES: [pattern: RegExp, notation: Notation][] = [
  [/^(?::{3,}[ \t]*[a-z{]|(?:!!!|\?\?\?\+?)[ \t]+[a-z]|\[![a-z-]{1,40}\])/i, 'containers'],
  [/^(?:<<<[ \t]*@|-{1,10}8<-{1,10}[ \t])/, 'file_includes'],
];

const INCLUDE_COMMENT = /<!--[ \t]*@include:/g;

/** `:smile:` of GitHub, `:material-check:` of MkDocs */
const ICON = /(?<![\w:]):[a-z][a-z0-9_+-]{1,60}:(?![\w:])/g;

const BOX = /^\[([ x])\]\s+(?=\S)/i;

const TAB = /^===[!+]?[ \t]+"(.*)"$/;

export interface ImportedMarkdown {
  html: string;
  notation: NotationFindings;
}

const written = createRenderer();
/** By the variables of a site. */
const renderers = new WeakMap<Variables, ReturnType<typeof createRenderer>>();

const NO_VARIABLES: Variables = new Map();

/**
 * Converts Markdown to HTML; headings have the IDs that they name, or those of GitHub.
 * @param language of the titles of callouts, ISO 639-1
 */
export function renderMarkdown(text: string, language: string): string {
  return written.render(text, { language });
}

/**
 * Converts Markdown of a site generator or of notes to HTML. Addresses that begin with `page-named:` or `file-named:`
 * are names.
 * @param variables of the site: `site.repository`
 */
export function renderImportedMarkdown(
  text: string,
  language: string,
  variables = NO_VARIABLES,
): ImportedMarkdown {
  const renderer = renderers.get(variables) ?? addDialects(createRenderer(), variables);
  renderers.set(variables, renderer);
  const notation = noNotation();
  return { html: renderer.render(text, { language, notation }), notation };
}

/** GFM tables, strikethrough and autolinks, and what Markdown of any origin has; raw HTML is cleaned afterwards. */
function createRenderer() {
  const renderer = markdownit({ html: true, linkify: true });
  endBeforePunctuation(renderer.linkify);
  addCalloutTokens(renderer);
  addCalloutBlocks(renderer);
  addAlerts(renderer);
  addTaskLists(renderer);
  addFootnotes(renderer);
  addRawHtml(renderer);
  addImageSizes(renderer);
  addHeadingIds(renderer);
  return renderer;
}

/** Jekyll, Hugo, Docusaurus, VitePress, MkDocs, Obsidian, GitBook. */
function addDialects(renderer: ReturnType<typeof createRenderer>, variables: Variables) {
  addTemplateBlocks(renderer);
  addTemplateInlines(renderer, variables);
  addWikiLinks(renderer);
  addAttributeLists(renderer);
  addModules(renderer);
  addComponents(renderer, variables);
  addTabs(renderer);
  addObsidianMarks(renderer);
  addLeftovers(renderer);
  renderer.core.ruler.push('empty-paragraphs', ({ tokens }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [opening, closing] = [tokens[index - 1], tokens[index + 1]];
      if (type !== 'inline' || opening?.type !== 'paragraph_open' || !closing) continue;
      if (children?.every((child) => child.type === 'text' && child.content.trim() === '')) {
        opening.hidden = closing.hidden = true;
      }
    }
  });
  return renderer;
}

/** Tabs of MkDocs, `=== "Linux"` and indented lines, one below the other. */
function addTabs({ block }: MarkdownIt): void {
  block.ruler.before(
    'fence',
    'tab',
    (state, startLine, endLine, silent) => {
      const [, title] = TAB.exec(lineAt(state, startLine).trimEnd()) ?? [];
      const end = endOfIndented(state, startLine + 1, endLine);
      if (title === undefined || !mayNest(state, startLine) || end === startLine + 1) return false;
      if (silent) return true;
      pushCallout(state, { kind: undefined, title }, { start: startLine + 1, end, indent: INDENT });
      state.line = end;
      return true;
    },
    BEFORE_PARAGRAPHS,
  );
}

/** GitHub task lists: an item that begins with `[ ]` or `[x]` gets a disabled checkbox. */
function addTaskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'task-lists', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'list_item_open') makeTask(tokens.slice(index, index + 4));
    }
  });
  const { rules } = markdown.renderer;
  rules.task_open = (tokens, index) => {
    const { hidden, meta } = tokens[index] ?? {};
    const box = `<input type="checkbox" disabled${meta?.done ? ' checked' : ''}>`;
    return `${hidden ? '' : '<p>'}<label>${box} `;
  };
  rules.task_close = (tokens, index) => (tokens[index]?.hidden ? '</label>' : '</label></p>\n');
}

function makeTask([item, opening, text, closing]: Token[]): void {
  if (!item || !opening || !closing || text?.type !== 'inline') return;
  const [box, mark] = BOX.exec(text.content) ?? [];
  if (box === undefined) return;
  item.attrJoin('class', 'task-list-item');
  opening.type = 'task_open';
  opening.meta = { done: mark !== ' ' };
  closing.type = 'task_close';
  text.content = text.content.slice(box.length);
}

/** Counts what stays as typed, although a generator would read it. */
function addLeftovers({ core }: MarkdownIt): void {
  core.ruler.push('leftovers', ({ tokens, env }) => {
    for (const { type, content, children } of tokens) {
      if (type === 'html_block') {
        countNotation(env, 'kept', 'file_includes', content.match(INCLUDE_COMMENT)?.length ?? 0);
      }
      if (type !== 'inline') continue;
      for (const line of content.split('\n')) {
        const [, notation] = LINES.find(([pattern]) => pattern.test(line)) ?? [];
        if (notation) countNotation(env, 'kept', notation);
      }
      for (const { type: inside, content: text } of children ?? []) {
        if (inside === 'text') countNotation(env, 'kept', 'icon_codes', text.match(ICON)?.length ?? 0);
      }
    }
  });
}

/**
 * GitHub footnotes: `[^1]` and `[^1]: …`. The colon in their IDs `fn:1` and `fnref:1` keeps them apart from
 * headings.
 */
function addFootnotes(markdown: MarkdownIt): void {
  markdown.use(footnotes).disable('footnote_inline');
  boundReferences(markdown);
  const { rules } = markdown.renderer;
  rules.footnote_anchor_name = (tokens, index) => `:${numberOf(tokens[index])}`;
  rules.footnote_caption = (tokens, index) => `[${numberOf(tokens[index])}]`;
}

/** Limits the search for the end of `[^`, which is quadratic in the plugin (S38). */
function boundReferences({ inline: { ruler } }: MarkdownIt): void {
  const rule = ruler.getRules('').find(({ name }) => name === 'footnote_ref');
  if (!rule) throw new Error('markdown-it-footnote has no rule for references.');
  ruler.at('footnote_ref', (state, silent) => {
    REFERENCE.lastIndex = state.pos;
    return REFERENCE.test(state.src) && rule(state, silent);
  });
}

function numberOf(token: Token | undefined): number {
  const { id } = (token?.meta ?? { id: 0 }) as { id: number };
  return id + 1;
}
