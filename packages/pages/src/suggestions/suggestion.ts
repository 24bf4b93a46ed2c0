export interface Suggestion {
  path: string;
  name: string;
}
