// Straight, English, German and Swedish, and French quotation marks. A word before the mark makes it an inch or a slip.
const QUOTED = /(?<![\p{L}\p{N}])(?:"([^"]+)"|[“„”]([^“”„]+)[“”]|«([^«»]+)»)/gu;

/** The texts in quotation marks; an unclosed one has none. */
export function quotedIn(text: string): string[] {
  return Array.from(
    text.matchAll(QUOTED),
    ([, straight, curly, angled]) => straight ?? curly ?? angled ?? '',
  );
}
