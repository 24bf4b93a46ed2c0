/** Where the feed of a page is. */
export function feedAddress(page: string): string {
  return `${page}/feed.atom`;
}
