import type { MarkdownIt } from 'markdown-it';
import { BEFORE_PARAGRAPHS, endOfIndented, INDENT } from '../callout-blocks.ts';
import { lineAt, mayNest, pushCallout } from '../callouts.ts';

const TAB = /^===[!+]?[ \t]+"(.*)"$/;

/** Tabs of MkDocs, `=== "Linux"` and indented lines, one below the other. */
export function addTabs({ block }: MarkdownIt): void {
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
