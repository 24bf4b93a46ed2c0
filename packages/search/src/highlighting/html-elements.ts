const words = (list: string) => new Set(list.split(/\s+/));

const INLINE =
  words(`a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike
  strong sub time tt u var wbr`);

const UNREAD =
  words(`audio canvas iframe math noembed noframes noscript object script select style svg template textarea
  title video xmp`);

/**
 * Whether an element may stand inside of a word (`<b>P</b>ostgreSQL`); any other parts the words before and behind it.
 * Not `sup`: a note's number is none of the word. What is indexed and what is marked have to agree in this.
 */
export function isInlineElement(name: string): boolean {
  return INLINE.has(name);
}

/** Whether what stands in an element is no text, or only shown where the element is not understood. */
export function isUnreadElement(name: string): boolean {
  return UNREAD.has(name);
}
