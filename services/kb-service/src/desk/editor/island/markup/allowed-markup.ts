/** The markup that the service's cleaning keeps: a copy of its `allowed-markup.ts`, which a test compares. */
export const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var
  wbr blockquote details div dd dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary ul caption
  col colgroup table tbody td tfoot th thead tr audio iframe img source video input label`.split(/\s+/),
);

const CELL = 'abbr align colspan headers rowspan scope';
const PLAYER = 'controls height loop muted src width';

const ATTRIBUTES: Record<string, string> = {
  a: 'href',
  audio: PLAYER,
  blockquote: 'cite',
  col: 'span',
  colgroup: 'span',
  del: 'cite datetime',
  details: 'open',
  iframe: 'allowfullscreen height src width',
  img: 'alt height src width',
  input: 'checked disabled type',
  ins: 'cite datetime',
  li: 'value',
  ol: 'reversed start type',
  q: 'cite',
  source: 'src type',
  td: CELL,
  th: CELL,
  time: 'datetime',
  video: PLAYER,
};

const ANY = new Set(['dir', 'id', 'lang', 'title', 'class']);

export function isAllowedAttribute(element: string, attribute: string): boolean {
  return ANY.has(attribute) || (ATTRIBUTES[element]?.split(' ').includes(attribute) ?? false);
}

const CLASSES = new Set(
  `caution important info note tip warning footnote-backref footnote-item footnote-ref footnotes footnotes-list
  footnotes-sep task-list-item file`.split(/\s+/),
);

export function isAllowedClass(name: string): boolean {
  return CLASSES.has(name) || /^language-[\w+#.-]{1,40}$/.test(name);
}

const VIDEO_HOSTS = new Set(['www.youtube-nocookie.com', 'player.vimeo.com']);

export function isAllowedFrame(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && VIDEO_HOSTS.has(url.host);
}

/** Numbers with `*` or `#` may be commands, such as call forwarding. */
const TELEPHONE = /^tel:\+?\(?\d[\d().-]{1,30}$/i;

/** Also addresses of guides, and of places on the same page. */
export function isAllowedLink(address: string): boolean {
  const read = address.replace(/[\p{Cc}\s]+/gu, '');
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(read) ?? [];
  if (scheme?.toLowerCase() === 'tel') return TELEPHONE.test(read);
  return scheme === undefined || /^(?:https?|mailto)$/i.test(scheme);
}
