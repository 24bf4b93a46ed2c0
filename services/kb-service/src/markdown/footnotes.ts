import type { MarkdownIt, Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

const REFERENCE = /\[\^[^\]\s]{1,200}\]/y;

/**
 * GitHub footnotes: `[^1]` and `[^1]: …`. The colon in their IDs `fn:1` and `fnref:1` keeps them apart from
 * headings.
 */
export function addFootnotes(markdown: MarkdownIt): void {
  markdown.use(footnotes).disable('footnote_inline');
  boundReferences(markdown);
  const { rules } = markdown.renderer;
  rules.footnote_anchor_name = (tokens, index) => `:${numberOf(tokens[index])}`;
  rules.footnote_caption = (tokens, index) => `[${numberOf(tokens[index])}]`;
}

/** Limits the search for the end of `[^`, which is quadratic in the plugin. */
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
