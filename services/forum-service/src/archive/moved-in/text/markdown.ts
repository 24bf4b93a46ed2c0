// Pieces of our Markdown that texts of other systems become.

/** A link; only its label if it leads nowhere. */
export function linkTo(label: string, address: string | undefined): string {
  return address === undefined ? label : `[${label}](${address})`;
}

/** An image or a film. */
export function mediumAt(label: string, address: string | undefined): string {
  return address === undefined ? label : `![${label}](${address})`;
}

/** The lines of a block of code. @param lines without line breaks */
export function codeBlock(lines: readonly string[]): string[] {
  const fence = '`'.repeat(Math.max(2, longestRun(lines.join('\n'))) + 1);
  return [fence, ...lines, fence];
}

/** Code within a line. */
export function codeSpan(code: string): string {
  const ticks = '`'.repeat(longestRun(code) + 1);
  // A space that is not shown keeps them apart from those of the code.
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return ticks + space + code + space + ticks;
}

/** The longest run of backticks: the signs around code must be more. */
function longestRun(code: string): number {
  return (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
