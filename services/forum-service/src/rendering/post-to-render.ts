import type { Addresses } from '../model/addresses.ts';
import type { PostText } from './render-post-text.ts';

/** A forum, as far as its posts link to its pages and files. */
export interface RenderingForum {
  forumId: number;
  addresses: Pick<Addresses, 'file' | 'dialogPage' | 'commentPage'>;
}

export interface PostToRender extends PostText {
  /** Of a comment, whose Markdown may name those who wrote in the dialog. */
  dialog_id?: number | undefined;
  /** Of a comment that exists; names of later ones stay text. */
  id?: number | undefined;
}
