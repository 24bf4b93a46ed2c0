function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Elements that are part of a line of text, unless there is a block in them. */
export const INLINE =
  names(`a abbr audio b bdi bdo br cite code del dfn em i iframe img input ins kbd label mark q
  rp rt ruby s samp small span strong sub sup time u var video wbr`);

export const VOID = names('br col hr img input source wbr');

/** Shown as a whole, whatever they contain. */
export const MEDIA = names('audio iframe video');

/** Elements that are a line of text each, unless there is a block in them. */
export const LINES = names('caption dt figcaption h1 h2 h3 h4 h5 h6 p pre summary');
