/** What the first column of the table below a heading of a Markdown text has in backticks, sorted. */
export function firstColumn(markdown: string, heading: string): string[] {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`);
  const [table = ''] = /(^\|.*\n)+/m.exec(section) ?? [];
  const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)).toSorted();
}
