export function feedAddress(page: string): string {
  return `${page}/feed.atom`;
}
