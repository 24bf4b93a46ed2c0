/** Whether an image is on the web, at an address with its host. */
export function isOnTheWeb(address: string): boolean {
  return /^\s*(?:https?:)?\/\//i.test(address);
}
