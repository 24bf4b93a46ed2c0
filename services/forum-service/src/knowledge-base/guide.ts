/** A published guide of a knowledge base. */
export interface Guide {
  /** Of its API. */
  id: string;
  title: string;
  /** Of its page. */
  address: string;
}
