import { endBeforePunctuation } from '@guidepost/service-kit';
import markdownit from 'markdown-it';
import { addAlerts } from './alerts.ts';
import { addCalloutBlocks } from './callout-blocks.ts';
import { addCalloutTokens } from './callouts.ts';
import { addAttributeLists } from './dialects/attribute-lists.ts';
import { addComponents } from './dialects/components.ts';
import { addLeftovers } from './dialects/leftovers.ts';
import { addModules } from './dialects/modules.ts';
import { addObsidianMarks } from './dialects/obsidian-marks.ts';
import { addTabs } from './dialects/tabs.ts';
import { addTemplateBlocks } from './dialects/template-blocks.ts';
import { addTemplateInlines } from './dialects/template-inlines.ts';
import type { Variables } from './dialects/template-tags.ts';
import { addWikiLinks } from './dialects/wiki-links.ts';
import { addFootnotes } from './footnotes.ts';
import { addHeadingIds } from './heading-ids.ts';
import { addImageSizes } from './image-sizes.ts';
import { type NotationFindings, noNotation } from './notation.ts';
import { addRawHtml } from './raw-html.ts';
import { addTaskLists } from './task-lists.ts';

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
