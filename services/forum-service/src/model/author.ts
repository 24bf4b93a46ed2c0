/** Who wrote a post, as statements read it. */
export interface Author {
  poster_id: number;
  /** The name given with that post. */
  author_name: string;
  work_title: string | null;
}
