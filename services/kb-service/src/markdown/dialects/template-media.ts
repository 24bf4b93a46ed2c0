import { firstNamed, type TagWords, type TemplateTag, wordsOf } from './template-tags.ts';

const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#].*)?$/i;
const FIGURE = /(?:^|[-_])(?:figure|image|img|picture|screenshot|fig)(?:[-_.]|$)/;
const VIDEO_ID = /^[\w-]{5,30}$/;
const YOUTUBE = /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{5,30})/;

/** The HTML of a tag for an image or a film, such as `{{< figure src="a.png" caption="b" >}}`. */
export function imageIn(tag: TemplateTag): string | undefined {
  if (tag.kind === 'expression' || tag.ends) return undefined;
  const words = wordsOf(tag);
  return imageOf(tag, words) ?? filmOf(tag, words);
}

/** An image with a caption, which cannot stand in a paragraph. */
export function isFigure(html: string): boolean {
  return html.startsWith('<figure>');
}

function imageOf({ name }: TemplateTag, words: TagWords): string | undefined {
  const included = name.startsWith('include') ? (words.others[0] ?? '') : name;
  if (!FIGURE.test(included.toLowerCase())) return undefined;
  const source = [...words.named.values(), ...words.others].find((value) => IMAGE.test(value));
  if (!source) return undefined;
  const alt = firstNamed(words, 'alt', 'caption', 'title') ?? '';
  const sizes = ['width', 'height'].map((side) => sizeOf(side, words)).join('');
  const image = `<img src="${quoted(source)}" alt="${quoted(alt)}"${sizes}>`;
  const caption = firstNamed(words, 'caption');
  return caption ? `<figure>${image}<figcaption>${quoted(caption)}</figcaption></figure>` : image;
}

function sizeOf(side: string, { named }: TagWords): string {
  const [, pixels] = /^(\d{1,5})(?:px)?$/.exec(named.get(side) ?? '') ?? [];
  return pixels ? ` ${side}="${pixels}"` : '';
}

function filmOf({ name }: TemplateTag, words: TagWords): string | undefined {
  const id = firstNamed(words, 'id') ?? words.others[0] ?? '';
  const [, embedded] = YOUTUBE.exec(firstNamed(words, 'url') ?? id) ?? [];
  if (embedded && /^(?:embed|youtube)$/.test(name)) return youtube(embedded);
  if (!VIDEO_ID.test(id)) return undefined;
  if (name === 'youtube') return youtube(id);
  return name === 'vimeo' ? `<iframe src="https://player.vimeo.com/video/${id}"></iframe>` : undefined;
}

function youtube(id: string): string {
  return `<iframe src="https://www.youtube-nocookie.com/embed/${id}"></iframe>`;
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
