import GithubSlugger from 'github-slugger';
import markdownit from 'markdown-it';
import { addAlerts } from './alerts.ts';
import { addFootnotes } from './footnotes.ts';
import { addTaskLists } from './task-lists.ts';

/** GFM's tables, strikethrough and bare addresses; raw HTML is cleaned afterwards like any other. */
const markdown = markdownit({ html: true, linkify: true });

addAlerts(markdown);
addTaskLists(markdown);
addFootnotes(markdown);

markdown.core.ruler.push('heading-ids', ({ tokens }) => {
  const slugger = new GithubSlugger();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = (tokens[index + 1]?.children ?? [])
      .filter(({ type }) => type === 'text' || type === 'code_inline')
      .map(({ content }) => content)
      .join('');
    token.attrSet('id', slugger.slug(text));
  }
});

/**
 * Makes HTML of Markdown. Headings have the ids that GitHub gives them, so that links to them lead there.
 *
 * @param language of the titles of alerts, by ISO 639-1
 */
export function renderMarkdown(text: string, language: string): string {
  return markdown.render(text, { language });
}
