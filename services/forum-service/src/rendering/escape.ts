const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Signs that are markup anywhere in a line: not a single sign between letters, as in `snake_case`. */
const INLINE = /[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** Signs that are markup at the start of a line. */
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

/** Characters that XML 1.0 §2.2 forbids, including lone surrogates (S21). */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function allowedInXml(text: string): string {
  return text.replace(FORBIDDEN, '');
}
