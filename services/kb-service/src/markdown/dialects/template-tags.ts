/**
 * A tag of a template language: `{% link a.md %}`, `{{< ref "a.md" >}}`, `{{% notice tip %}}`, `{{ site.baseurl }}`.
 */
export interface TemplateTag {
  kind: 'liquid' | 'shortcode' | 'expression';
  /** In lower case; empty in an expression. */
  name: string;
  /** Whether it ends a block: `{% endhint %}`, `{{< /hint >}}`. */
  ends: boolean;
  /** The words after the name. */
  words: string;
  /** As typed. */
  source: string;
}

/** The variables of a site, by the name in expressions: `site.repository`. */
export type Variables = ReadonlyMap<string, string>;

export interface TagWords {
  named: Map<string, string>;
  others: string[];
}

/** Longer tags stay as typed. */
const MAX_LENGTH = 1_500;

/** With what ends a tag; one inside another stays as typed. */
const FORMS: [kind: TemplateTag['kind'], start: string, end: RegExp][] = [
  ['shortcode', '{{<', />\}\}|\{\{/g],
  ['shortcode', '{{%', /%\}\}|\{\{/g],
  ['liquid', '{%', /%\}|\{%/g],
  ['expression', '{{', /\}\}|\{\{/g],
];

const NAME = /^(\/?)[ \t]*([\w.-]{1,60})/;
const WORD =
  /([\w-]{1,60})[ \t]*[=:][ \t]*(?:"([^"]*)"|'([^']*)'|([^\s"',]+))|"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+)/g;

/** Prefixes of a site's addresses, which are empty where the folder is the site. */
const SITE_PREFIX = /^(?:site\.baseurl|site\.url|baseurl|base_url|base_path)$/i;

/** `"/a" | relative_url` of Jekyll, `'/a' | url` of Eleventy, `withBase('/a')` of VitePress. */
const WRITTEN_ADDRESS =
  /^(?:withBase\()?["']([^"'\s]*)["']\)?(?:\s*\|\s*(?:relative_url|absolute_url|url|relref|prepend:\s*site\.(?:baseurl|url)))*$/;

export function isTagStart(text: string, start: number): boolean {
  return text.startsWith('{{', start) || text.startsWith('{%', start);
}

/** The tag at a position, if one begins there. */
export function readTemplateTag(text: string, start: number): TemplateTag | undefined {
  if (!isTagStart(text, start)) return undefined;
  const piece = text.slice(start, start + MAX_LENGTH);
  const form = FORMS.find(([, opening]) => piece.startsWith(opening));
  if (!form) return undefined;
  const [kind, opening, closing] = form;
  closing.lastIndex = opening.length;
  const end = closing.exec(piece);
  if (!end || end[0].startsWith('{')) return undefined;
  const source = piece.slice(0, closing.lastIndex);
  const inside = piece.slice(opening.length, end.index).replace(/^-/, '').replace(/-$/, '').trim();
  if (inside === '') return undefined;
  return { kind, source, ...(kind === 'expression' ? withoutName(inside) : withName(kind, inside)) };
}

function withoutName(words: string) {
  return { name: '', ends: false, words };
}

function withName(kind: TemplateTag['kind'], inside: string) {
  const [whole = '', slash, written = ''] = NAME.exec(inside) ?? [];
  const words = inside.slice(whole.length).replace(/\/$/, '').trim();
  const lower = written.toLowerCase();
  const isEnd = kind === 'liquid' ? /^end[a-z]/.test(lower) : slash === '/';
  return { name: isEnd ? lower.replace(/^end_?/, '') : lower, ends: isEnd, words };
}

export function wordsOf({ words }: TemplateTag): TagWords {
  const named = new Map<string, string>();
  const others: string[] = [];
  for (const [, name, ...values] of words.matchAll(WORD)) {
    const value = values.find((found) => found !== undefined) ?? '';
    if (name === undefined) others.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { named, others };
}

export function firstNamed({ named }: TagWords, ...names: string[]): string | undefined {
  return names.map((name) => named.get(name)).find((value) => value !== undefined);
}

/**
 * The address for which a tag stands: an ordinary one, or `page-named:` with a name that the site looks up. Undefined
 * if it stands for something else.
 */
export function addressOf(tag: TemplateTag, variables: Variables): string | undefined {
  const { kind, name, words } = tag;
  if (kind === 'expression') return addressOfExpression(words, variables);
  const all = wordsOf(tag);
  const [first] = all.others;
  if (name === 'ref' || name === 'relref') return pageNamed(firstNamed(all, 'path', 'ref', 'page') ?? first);
  if (kind !== 'liquid' || !words) return undefined;
  if (name === 'link') return `/${words.replace(/^\//, '')}`;
  if (name === 'post_url') return pageNamed(words);
  return undefined;
}

export function pageNamed(page: string | undefined): string | undefined {
  return page ? `page-named:${page}` : undefined;
}

function addressOfExpression(words: string, variables: Variables): string | undefined {
  if (SITE_PREFIX.test(words)) return '';
  const value = variables.get(words);
  if (value !== undefined) return value;
  return WRITTEN_ADDRESS.exec(words)?.[1];
}

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
