/** What would be markup anywhere in a line: not a single sign between letters, as in `snake_case`. */
const INLINE = /[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What would be markup at the start of a line. */
const START = /^(\s*)([-+>~]|\d{1,9}(?=[.)]))/;

/** One line as Markdown that shows it as it is. */
export function escapeMarkdown(line: string): string {
  return line
    .replace(INLINE, '\\$&')
    .replace(START, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    )
    .trimStart();
}
