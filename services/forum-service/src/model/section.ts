export interface Section {
  start: number;
  limit: number;
}
