/** The finder of web addresses in texts: linkify-it, as far as it says where one ends. */
interface Linkifier {
  /** @returns the length of the address behind `schema`, which ends at `position`; 0 if there is none */
  testSchemaAt(text: string, schema: string, position: number): number;
}

/** Signs that end a sentence, emphasis or a table cell, not an address. */
const CLOSING = new Set('.,;:!?*|\\`´');
/** Twice in a row they are emphasis; an address may end with one. */
const CLOSING_TWICE = new Set('_~');
/** Escaped quotes and brackets, and the gap between two quoted addresses of a list. */
const END = /&(?:[lg]t|quot|apos|nbsp|#3[49]);|(["'`])[,;|]?\1https?:\/\//i;

/** Ends its links before closing punctuation, except in angle brackets, which hold an address as it is. */
export function endBeforePunctuation<Kind extends Linkifier>(linkifier: Kind): Kind {
  const find = linkifier.testSchemaAt.bind(linkifier);
  linkifier.testSchemaAt = (text, schema, position) => {
    const end = position + find(text, schema, position);
    const isBracketed = text[position - schema.length - 1] === '<' && text[end] === '>';
    return isBracketed ? end - position : lengthOf(text.slice(position, end + 1), end - position);
  };
  return linkifier;
}

/** @param found may have one more character than the address */
function lengthOf(found: string, length: number): number {
  const cut = END.exec(found)?.index ?? length;
  let end = Math.min(cut, length);
  for (;;) {
    const last = found.charAt(end - 1);
    if (CLOSING.has(last)) end -= 1;
    else if (CLOSING_TWICE.has(last) && found[end - 2] === last) end -= 2;
    else return end;
  }
}
