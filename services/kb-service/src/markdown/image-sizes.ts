import type { MarkdownIt, StateInline } from 'markdown-it';

interface Size {
  width?: string | undefined;
  height?: string | undefined;
}

/** ` =100x20` after the address, also ` =100x`; ends before the title or the bracket. */
const AFTER_ADDRESS = /[ \t]{1,4}=(\d{1,5})?x(\d{1,5})?(?=[ \t]{0,4}(?:\)|"|'))/y;

/** `{width=300}`, `{width=50%}`, `{ width="300" height="200px" }`, `{: width="300"}` */
const AFTER_IMAGE = /\{:?[ \t]{0,4}((?:(?:width|height)=["']?\d{1,5}(?:px|%)?["']?[ \t]{0,4}){1,2})\}/y;

/** Sizes of images: `![a](b.png =100x20)` and `![a](b.png){width=100 height=20}`. */
export function addImageSizes(markdown: MarkdownIt): void {
  const { helpers, inline } = markdown;
  const { parseLinkDestination } = helpers;
  const image = inline.ruler.getRules('').find(({ name }) => name === 'image');
  if (!image) throw new Error('markdown-it has no rule for images.');
  // Images in the text of others are parsed in between.
  let size: Size | 'not an image' = 'not an image';
  helpers.parseLinkDestination = (text, start, max) => {
    const destination = parseLinkDestination(text, start, max);
    AFTER_ADDRESS.lastIndex = destination.pos;
    const [found, width, height] =
      (destination.ok && size !== 'not an image' && AFTER_ADDRESS.exec(text)) || [];
    if (found === undefined) return destination;
    size = { width, height };
    return { ...destination, pos: destination.pos + found.length };
  };
  inline.ruler.at('image', (state, silent) => {
    const outer = size;
    size = {};
    try {
      const isImage = image(state, silent);
      if (isImage && !silent) setSize(state, size);
      return isImage;
    } finally {
      size = outer;
    }
  });
  inline.ruler.after('image', 'image-size', parseSizeAfter);
}

function parseSizeAfter(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '{') return false;
  if (!silent && (state.pending !== '' || state.tokens.at(-1)?.type !== 'image')) return false;
  if (silent && state.src.charAt(state.pos - 1) !== ')') return false;
  AFTER_IMAGE.lastIndex = state.pos;
  const [found, sizes = ''] = AFTER_IMAGE.exec(state.src) ?? [];
  if (found === undefined) return false;
  state.pos += found.length;
  if (silent) return true;
  const entries = Array.from(sizes.matchAll(/(width|height)=["']?(\d{1,5}%?)/g), ([, name, value]) => [
    name,
    value,
  ]);
  setSize(state, Object.fromEntries(entries));
  return true;
}

function setSize({ tokens }: StateInline, { width, height }: Size): void {
  const image = tokens.at(-1);
  if (width) image?.attrSet('width', width);
  if (height) image?.attrSet('height', height);
}
