/** Someone who has signed in to a forum with a link in mail, which proves the address. */
export interface Member {
  /** Folded. */
  email: string;
  /** HMAC of the address in this forum. */
  person: Buffer;
  /** Shown with their posts. */
  name: string;
}
