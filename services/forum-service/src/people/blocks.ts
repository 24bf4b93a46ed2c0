import { type Executor, sql } from '@guidepost/postgres';
import { foldEmail, type Person } from '../model/person.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { type Moderation, moderate } from '../tenants/moderate.ts';

/** A blocked e-mail address, or IP address or network, claimed or actual. */
export type Sender = { email: string } | { address: string };

/** Exactly one of the two is set. */
export interface Block {
  id: number;
  email: string | null;
  address: string | null;
  blocked_at: Date;
}

const list = sql`
  select b.id, b.email,
    case when family(b.address) = 4 and masklen(b.address) = 32 then host(b.address) else b.address::text end as address,
    b.blocked_at
  from blocked_senders b
  where b.forum_id = $1
  order by b.id
`;
const insert = sql`
  -- $1 forum, $2 folded e-mail address, $3 network; exactly one of the two is set
  insert into blocked_senders (forum_id, email, address)
  values ($1, $2, network($3::inet))
  on conflict (forum_id, email, address) do nothing
  returning id
`;
const remove = sql`
  -- $1 forum, $2 folded e-mail address, $3 network; exactly one of the two is set
  delete from blocked_senders b
  where b.forum_id = $1 and b.email is not distinct from $2 and b.address is not distinct from network($3::inet)
  returning b.id
`;

const findOfPerson = sql`
  -- $2 folded e-mail address
  select b.id, b.email, null::text as address, b.blocked_at
  from blocked_senders b
  where b.forum_id = $1 and b.email = $2
`;
const listNetworks = sql`
  -- Where the posters $2 posted from, deleted posts included; a network is blocked by itself or within a larger one.
  select n.network::text, exists (
    select from blocked_senders b where b.forum_id = $1 and b.address >>= n.network
  ) as blocked
  from (
    select distinct network(set_masklen(a.address, case family(a.address) when 4 then 24 else 64 end)) as network
    from (
      select coalesce(p.claimed, p.sender) as address
      from post_addresses p
      where p.forum_id = $1 and p.poster_id = any($2::bigint[])
      union
      select coalesce(k.stored ->> 'claimed', k.stored ->> 'sender')::inet
      from deleted_rows k
      where k.forum_id = $1 and k.kind = 'post_addresses' and (k.stored ->> 'poster_id')::bigint = any($2)
    ) a
    where a.address is not null
  ) n
  order by n.network
  limit 20
`;

/** Oldest first. @throws AppError `not-found` */
export async function listBlocks(database: Executor, slug: string): Promise<Block[]> {
  const { id } = await requireForum(database, slug);
  return database.any<Block>(list([id]));
}

/** The block of a person's address. */
export async function findBlock(
  executor: Executor,
  forumId: number,
  { email }: Pick<Person, 'email'>,
): Promise<Block | undefined> {
  return (await executor.oneOrNone<Block>(findOfPerson([forumId, email]))) ?? undefined;
}

/** Networks that people posted from within ninety days: /24 of IPv4, /64 of IPv6. */
export function listNetworksOf(
  executor: Executor,
  forumId: number,
  posters: readonly number[],
): Promise<{ network: string; blocked: boolean }[]> {
  return executor.any(listNetworks([forumId, posters]));
}

/**
 * Blocks an e-mail or IP address.
 * @returns whether it was not blocked before
 * @throws AppError `not-found`
 */
export function blockSender(database: Executor, moderation: Moderation, sender: Sender): Promise<boolean> {
  return changeBlock(database, moderation, { statement: insert, sender });
}

/**
 * Unblocks an e-mail or IP address.
 * @returns whether it was blocked before
 * @throws AppError `not-found`
 */
export function unblockSender(database: Executor, moderation: Moderation, sender: Sender): Promise<boolean> {
  return changeBlock(database, moderation, { statement: remove, sender });
}

/** Each post looks up blocks, so no revision is raised. The audit entry holds the block's number, not the address. */
function changeBlock(
  database: Executor,
  moderation: Moderation,
  { statement, sender }: { statement: typeof insert; sender: Sender },
): Promise<boolean> {
  const email = 'email' in sender ? foldEmail(sender.email) : null;
  const address = 'address' in sender ? sender.address : null;
  return moderate(database, moderation, async (transaction, forum) => {
    const row = await transaction.oneOrNone<{ id: number }>(statement([forum.id, email, address]));
    const kind = email === null ? 'address_block' : 'email_block';
    const events = row ? [{ details: { [kind]: row.id } }] : [];
    return { events, visible: false, result: row !== null };
  });
}
