/** Where else to look. */
export interface Suggestion {
  path: string;
  name: string;
}
