import { endBeforePunctuation } from '@guidepost/service-kit';
import markdownit from 'markdown-it';
import { addAlerts } from './alerts.ts';
import { addCalloutBlocks } from './callout-blocks.ts';
import { addCalloutTokens } from './callouts.ts';
import { addFootnotes } from './footnotes.ts';
import { addHeadingIds } from './heading-ids.ts';
import { addImageSizes } from './image-sizes.ts';
import { addRawHtml } from './raw-html.ts';
import { addTaskLists } from './task-lists.ts';

const markdown = createRenderer();

/**
 * Converts Markdown to HTML; headings have the IDs that they name, or those of GitHub.
 * @param language of the titles of callouts, ISO 639-1
 */
export function renderMarkdown(text: string, language: string): string {
  return markdown.render(text, { language });
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
