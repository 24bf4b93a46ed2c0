/** What a service knows of an access key. The key itself is known to whoever was given it, and nowhere kept. */
export interface AccessKey {
  id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}
