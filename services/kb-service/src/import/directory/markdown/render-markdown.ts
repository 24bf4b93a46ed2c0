import GithubSlugger from 'github-slugger';
import markdownit from 'markdown-it';

/** GFM's tables, strikethrough and bare addresses; raw HTML is cleaned afterwards like any other. */
const markdown = markdownit({ html: true, linkify: true });

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

/** Makes HTML of Markdown. Headings have the ids that GitHub gives them, so that links to them lead there. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}
