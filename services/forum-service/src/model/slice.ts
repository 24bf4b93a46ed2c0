export interface Slice {
  start: number;
  limit: number;
}
