import GithubSlugger from 'github-slugger';
import type { MarkdownIt, Token } from 'markdown-it';

/** The end of a heading in Hugo and VitePress, kramdown, MkDocs, and Docusaurus with MDX. */
const OWN_ID =
  /^(?:\{:?[ \t]*#([^\s{}#]{1,200})[^{}]*\}|\{\/\*[ \t]*#([^\s#]{1,200})[ \t]*\*\/\}|<!--[ \t]*#([^\s#]{1,200})[ \t]*-->)$/;

/** Headings have the ID that they name, `{#id}` at the end, or that of GitHub. */
export function addHeadingIds({ core }: MarkdownIt): void {
  core.ruler.after('block', 'own-heading-ids', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') takeOwnId(token, tokens[index + 1]);
    }
  });
  core.ruler.push('heading-ids', ({ tokens }) => {
    const slugger = new GithubSlugger();
    const own = new Set(tokens.filter(isHeading).map((token) => token.attrGet('id')));
    for (const [index, token] of tokens.entries()) {
      if (!isHeading(token) || token.attrGet('id') !== null) continue;
      let id = slugger.slug(textOf(tokens[index + 1]));
      while (own.has(id)) id = slugger.slug(textOf(tokens[index + 1]));
      token.attrSet('id', id);
    }
  });
}

function isHeading({ type }: Token): boolean {
  return type === 'heading_open';
}

function takeOwnId(heading: Token, text: Token | undefined): void {
  if (!text) return;
  const start = Math.max(text.content.lastIndexOf('{'), text.content.lastIndexOf('<!--'));
  const isEscaped = text.content[start - 1] === '\\';
  const [found, ...ids] = (start < 0 || isEscaped ? undefined : OWN_ID.exec(text.content.slice(start))) ?? [];
  if (found === undefined) return;
  heading.attrSet('id', ids.find((id) => id !== undefined) ?? '');
  text.content = text.content.slice(0, start).trimEnd();
}

function textOf(heading: Token | undefined): string {
  return (heading?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim();
}
