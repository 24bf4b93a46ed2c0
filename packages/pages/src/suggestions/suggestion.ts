/** A link suggested to readers. */
export interface Suggestion {
  path: string;
  name: string;
}
