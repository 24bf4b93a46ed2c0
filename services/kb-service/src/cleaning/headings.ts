const HEADING = /<(\/?)h([1-6])(?=[\s>])/g;

/**
 * Makes first-level headings of content second-level ones, and those behind them one level deeper, since the title is
 * the only first-level heading of a page. Other content stays as it is.
 * @param html cleaned, so that `<` begins a tag
 */
export function demoteHeadings(html: string): string {
  const first = html.search(/<h1[\s>]/);
  if (first < 0) return html;
  const open: number[] = [];
  return html.replace(HEADING, (tag: string, slash: string, level: string, at: number) => {
    const demoted = slash ? open.pop() : levelOf(Number(level), at >= first);
    if (demoted === undefined) return tag;
    if (!slash) open.push(demoted);
    return `<${slash}h${demoted}`;
  });
}

function levelOf(level: number, isDeeper: boolean): number {
  return isDeeper ? Math.min(level + 1, 6) : level;
}
