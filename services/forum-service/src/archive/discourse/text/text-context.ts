/** What the conversion of a text asks about the forum that it is from. */
export interface TextContext {
  /** The topic that the text is in. */
  topic: number;
  /** The name that a person is shown by. @param username in any letter case */
  nameOf(username: string): string | undefined;
  /** How a quote names its author: `Anna wrote:`. */
  wrote(name: string): string;
  /** The address of a post here. */
  postAddress(topic: number, post: number): string | undefined;
  /**
   * The address of a link or an image: of an upload, of a page of the former forum, or as it is.
   * @returns undefined if it leads nowhere
   */
  addressOf(written: string): string | undefined;
  /** The votes for each option of a poll of the post, in their order. */
  pollVotes(poll: string): readonly number[] | undefined;
}

/** The Markdown of a link; only its label if it leads nowhere. */
export function linkTo(label: string, address: string | undefined): string {
  return address === undefined ? label : `[${label}](${address})`;
}

/** The Markdown of an image or a film. */
export function mediumAt(label: string, address: string | undefined): string {
  return address === undefined ? label : `![${label}](${address})`;
}
