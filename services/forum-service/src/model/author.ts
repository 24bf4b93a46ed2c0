export interface Author {
  poster_id: number;
  author_name: string;
  work_title: string | null;
}
