import type { KindOf } from '../model/media-kind.ts';
import type { FindAuthor } from './link-names.ts';
import { mailTextOf, plainTextOf } from './parse-markdown.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderText } from './render-text.ts';

/** What a post says, as typed. */
export interface PostText {
  text: string;
  /** Otherwise it is plain. */
  markdown: boolean;
}

interface Surroundings {
  /** What its links point to; by default decided by their endings. */
  kindOf?: KindOf | undefined;
  /** Who wrote in its dialog; by default unknown. */
  findAuthor?: FindAuthor | undefined;
}

/** The HTML of a post: the one function for pages, the API, feeds and previews. */
export function renderPostText({ text, markdown }: PostText, surroundings: Surroundings = {}): string {
  return markdown ? renderMarkdown(text, surroundings) : renderText(text, surroundings.kindOf);
}

/** A post without emphasis, for mail; it still says where its links lead, and what its lists and quotes are. */
export function mailedText({ text, markdown }: PostText): string {
  return markdown ? mailTextOf(text) : text;
}

/** A post without markup, for excerpts and descriptions. */
export function readableText({ text, markdown }: PostText): string {
  return markdown ? plainTextOf(text) : text;
}
