import type { MarkdownIt } from 'markdown-it';
import { countNotation, type Notation } from '../notation.ts';

/** Lines of text that other rules have left. */
const LINES: [pattern: RegExp, notation: Notation][] = [
  [/^(?::{3,}[ \t]*[a-z{]|(?:!!!|\?\?\?\+?)[ \t]+[a-z]|\[![a-z-]{1,40}\])/i, 'containers'],
  [/^(?:<<<[ \t]*@|-{1,10}8<-{1,10}[ \t])/, 'file_includes'],
];

const INCLUDE_COMMENT = /<!--[ \t]*@include:/g;
/** `:smile:` of GitHub, `:material-check:` of MkDocs */
const ICON = /(?<![\w:]):[a-z][a-z0-9_+-]{1,60}:(?![\w:])/g;

/** Counts what stays as typed, although a generator would read it. */
export function addLeftovers({ core }: MarkdownIt): void {
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
