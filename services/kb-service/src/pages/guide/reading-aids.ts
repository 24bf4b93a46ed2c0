import { type Catalogue, fill } from '@guidepost/i18n';
import { VIDEO_SITES } from '../../cleaning/videos.ts';

export type ContentWords = Pick<
  Catalogue['guides'],
  'table' | 'code' | 'image' | 'details' | 'task' | 'videoFrom'
>;

/** Text to insert into content at an offset. */
export interface Insertion {
  at: number;
  text: string;
}

interface Tag {
  name: string;
  attributes: Record<string, string>;
  /** The offset for attributes in the tag. */
  at: number;
}

export interface ReadingAids {
  open(tag: Tag): void;
  text(text: string): void;
  /** @param at the offset of the end tag */
  close(name: string, at: number): void;
}

/** An element that needs a name, which is its text. */
interface Unnamed {
  name: string;
  at: number;
  isNamed: boolean;
  images: number;
  /** Offsets for attributes of its boxes. */
  boxes: number[];
}

interface Level {
  written: number;
  read: number;
}

const NAMED_BY_TEXT = new Set(['a', 'label', 'summary']);

/**
 * Adds what screen readers need and authors left out: alternative texts, names of frames, links and boxes, and levels
 * of headings without gaps. The title of the page is its first heading.
 */
export function createReadingAids(insertions: Insertion[], words: ContentWords): ReadingAids {
  const open: Unnamed[] = [];
  const labels: Unnamed[] = [];
  const levels: Level[] = [{ written: 0, read: 1 }];
  let frames = 0;

  const add = (at: number, attribute: string, value: string) =>
    insertions.push({ at, text: ` ${attribute}="${value}"` });

  function nameFrame({ attributes, at }: Tag): void {
    frames += 1;
    if (attributes.title !== undefined) return;
    const site = VIDEO_SITES[URL.parse(attributes.src ?? '')?.hostname ?? ''] ?? '';
    const title = fill(words.videoFrom, { site });
    add(at, 'title', frames === 1 ? title : `${title} (${frames})`);
  }

  function nameImage({ attributes, at }: Tag): void {
    const around = open.at(-1);
    if (around) around.images += 1;
    if (around && attributes.alt?.trim()) around.isNamed = true;
    if (attributes.alt === undefined) add(at, 'alt', '');
  }

  function nameBox({ attributes, at }: Tag): void {
    const label = labels.at(-1);
    if (label) label.boxes.push(at);
    else if (attributes.title === undefined) add(at, 'aria-label', words.task);
  }

  /** Headings below the same one have the same level, one more than it. */
  function level(written: number, at: number): void {
    while (levels.length > 1 && Number(levels.at(-1)?.written) >= written) levels.pop();
    const read = Number(levels.at(-1)?.read) + 1;
    levels.push({ written, read });
    if (read !== written) add(at, 'aria-level', String(read));
  }

  function begin({ name, attributes, at }: Tag): void {
    if (!NAMED_BY_TEXT.has(name) || (name === 'a' && attributes.href === undefined)) return;
    const isNamed = name === 'a' && attributes.title !== undefined;
    const begun = { name, at, isNamed, images: 0, boxes: [] };
    open.push(begun);
    if (name === 'label') labels.push(begun);
  }

  function end({ name, at, isNamed, images, boxes }: Unnamed, endTag: number): void {
    if (name === 'label') labels.pop();
    const around = open.at(-1);
    if (around) {
      around.isNamed ||= isNamed;
      around.images += images;
    }
    if (isNamed) return;
    if (name === 'a' && images > 0) add(at, 'aria-label', words.image);
    if (name === 'summary') insertions.push({ at: endTag, text: words.details });
    for (const box of boxes) add(box, 'aria-label', words.task);
  }

  return {
    open(tag) {
      if (tag.name === 'iframe') nameFrame(tag);
      else if (tag.name === 'img') nameImage(tag);
      else if (tag.name === 'input') nameBox(tag);
      else if (/^h[1-6]$/.test(tag.name)) level(Number(tag.name[1]), tag.at);
      else begin(tag);
    },
    text(text) {
      const around = open.at(-1);
      if (around && text.trim() !== '') around.isNamed = true;
    },
    close(name, at) {
      const last = open.at(-1);
      if (last?.name !== name) return;
      open.pop();
      end(last, at);
    },
  };
}
