/** A part of a list. */
export interface Section {
  start: number;
  limit: number;
}
