import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type Moderation, moderate } from '../audit/moderate.ts';
import { requireForum } from '../forums/find-forum.ts';
import { foldEmail } from '../model/email.ts';

/** Who may not post: an e-mail address, or an IP address or network, claimed or sent from. */
export type Sender = { email: string } | { address: string };

/** A sender who may not post, one of the two being null. */
export interface Block {
  id: number;
  email: string | null;
  address: string | null;
  blocked_at: Date;
}

const list = preparedStatement(new URL('./sql/list-blocks.sql', import.meta.url));
const insert = preparedStatement(new URL('./sql/insert-block.sql', import.meta.url));
const remove = preparedStatement(new URL('./sql/delete-block.sql', import.meta.url));

/**
 * Who may not post, the earliest first.
 * @throws AppError `not-found`
 */
export async function listBlocks(database: Executor, slug: string): Promise<Block[]> {
  const { id } = await requireForum(database, slug);
  return database.any<Block>(list([id]));
}

/**
 * Has a forum take nothing from somebody any more, from the next post on.
 *
 * @returns whether it did until now
 * @throws AppError `not-found`
 */
export function blockSender(database: Executor, moderation: Moderation, sender: Sender): Promise<boolean> {
  return changeBlock(database, moderation, { statement: insert, sender });
}

/**
 * Has a forum take posts of somebody again.
 *
 * @returns whether it did not until now
 * @throws AppError `not-found`
 */
export function unblockSender(database: Executor, moderation: Moderation, sender: Sender): Promise<boolean> {
  return changeBlock(database, moderation, { statement: remove, sender });
}

/** Blocks are looked up with each post, so nobody has to hear of them. What is written down is the block's number. */
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
