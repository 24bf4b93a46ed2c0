import GithubSlugger from 'github-slugger';
import markdownit from 'markdown-it';
import { addAlerts } from './alerts.ts';
import { addFootnotes } from './footnotes.ts';
import { addTaskLists } from './task-lists.ts';

/** GFM tables, strikethrough and autolinks; raw HTML is cleaned afterwards. */
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
 * Converts Markdown to HTML; headings have the IDs of GitHub.
 * @param language of the titles of alerts, ISO 639-1
 */
export function renderMarkdown(text: string, language: string): string {
  return markdown.render(text, { language });
}
