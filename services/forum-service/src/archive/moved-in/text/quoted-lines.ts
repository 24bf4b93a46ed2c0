export interface QuotedLines {
  /** Adds lines to the innermost quote that is open; of several blank ones the first. */
  push(...lines: string[]): void;
  /** Adds a line of code as it is. */
  copy(line: string): void;
  startQuote(): void;
  endQuote(): void;
  /** All lines, without blank ones at both ends and more than one in a row. */
  text(): string;
}

/** Quotes in quotes; deeper ones are shown at this depth, since each line repeats the signs of its quotes. */
const DEEPEST = 8;

/** Lines with the signs of the quotes that they are in. */
export function createQuotedLines(): QuotedLines {
  const lines: string[] = [];
  let depth = 0;

  function quoted(line: string): string {
    const quotes = '> '.repeat(Math.min(depth, DEEPEST));
    return line.trim() === '' ? quotes.trimEnd() : quotes + line;
  }

  function push(line: string): void {
    const written = quoted(line);
    if (line.trim() !== '') {
      lines.push(written);
      return;
    }
    // Blank lines of inner quotes end with them.
    while (isBlank(lines.at(-1)) && (lines.at(-1) ?? '').length > written.length) lines.pop();
    if (!isBlank(lines.at(-1))) lines.push(written);
  }

  return {
    push: (...added) => added.forEach(push),
    copy: (line) => void lines.push(quoted(line)),
    startQuote() {
      push('');
      depth += 1;
    },
    endQuote() {
      depth -= 1;
      push('');
    },
    text: () =>
      lines
        .join('\n')
        .replace(/^(?:[> ]*\n)+/, '')
        .trimEnd(),
  };
}

/** Whether a line is blank but for the signs of quotes. */
function isBlank(line: string | undefined): boolean {
  return line !== undefined && /^[> ]*$/.test(line);
}
