import { type NewAddress, refusedAddress, type WrittenAddresses } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import { type Moderation, moderate } from '../tenants/moderate.ts';
import { readAddress } from './address.ts';
import { describeTarget, findAddress, type ListedAddress } from './list-addresses.ts';
import type { TargetPlace } from './targets.ts';
import { writeAddresses } from './write-addresses.ts';

const remove = sql`
  delete from addresses a
  where a.forum_id = $1 and a.id = $2
`;

/** An address by its ID, or as people write it. */
type Which = { id: number } | { address: string };

type OfService = Pick<TargetPlace, 'publicUrl'>;

/**
 * Adds an address that leads somewhere. One that leads elsewhere already stays, unless it is to be replaced.
 * @throws AppError `invalid` with the field `address` or `to`, `conflict` for one that leads elsewhere or is a page
 */
export async function addAddress(
  database: Executor,
  moderation: Moderation,
  { replace = false, publicUrl, ...added }: NewAddress & OfService & { replace?: boolean },
): Promise<ListedAddress> {
  const entry = readAddress(added.address);
  return moderate(database, moderation, async (transaction, forum) => {
    const { name: madeBy, door: madeWith } = moderation.actor;
    const written = await writeAddresses(transaction, [added], {
      forum,
      publicUrl,
      madeBy,
      madeWith,
      replace: replace ? 'all' : 'none',
    });
    const [refused] = written.refused;
    if (refused) throw refusedAddress(refused.refusal);
    const present = await requireAddress(transaction, forum.id, { address: entry });
    const isChanged = written.created + written.changed > 0;
    return { events: isChanged ? [eventOf(present)] : [], visible: isChanged, result: present };
  });
}

/** Has an address lead elsewhere. @throws AppError as `addAddress`, `not-found` */
export function changeAddress(
  database: Executor,
  moderation: Moderation,
  { id, to, publicUrl }: OfService & { id: number; to: string },
): Promise<ListedAddress> {
  return moderate(database, moderation, async (transaction, forum) => {
    const { address } = await requireAddress(transaction, forum.id, { id });
    const { name: madeBy, door: madeWith } = moderation.actor;
    const options = { forum, publicUrl, madeBy, madeWith, replace: 'all' } as const;
    const written = await writeAddresses(transaction, [{ address, to }], options);
    const [refused] = written.refused;
    if (refused) throw refusedAddress(refused.refusal);
    const present = await requireAddress(transaction, forum.id, { id });
    const isChanged = written.changed > 0;
    return { events: isChanged ? [eventOf(present)] : [], visible: isChanged, result: present };
  });
}

/** Removes an address, which then leads nowhere. @returns what was removed @throws AppError `not-found` */
export function removeAddress(
  database: Executor,
  moderation: Moderation,
  which: Which,
): Promise<ListedAddress> {
  return moderate(database, moderation, async (transaction, forum) => {
    const found = await requireAddress(transaction, forum.id, which);
    await transaction.none(remove([forum.id, found.id]));
    return { events: [eventOf(found)], visible: true, result: found };
  });
}

interface AddressImport extends OfService {
  addresses: readonly NewAddress[];
  replace: boolean;
  dryRun: boolean;
}

/** Adds many addresses that people have chosen; those that are refused are named, and the others are added. */
export async function importAddresses(
  database: Executor,
  moderation: Moderation,
  { addresses, publicUrl, replace, dryRun }: AddressImport,
): Promise<WrittenAddresses> {
  const { name: madeBy, door: madeWith } = moderation.actor;
  const rollback = new Error('dry run');
  let written: WrittenAddresses | undefined;
  try {
    await moderate(database, moderation, async (transaction, forum) => {
      const options = { forum, publicUrl, madeBy, madeWith, replace: replace ? 'all' : 'none' } as const;
      written = await writeAddresses(transaction, addresses, options);
      if (dryRun) throw rollback;
      const { created, changed } = written;
      const isChanged = created + changed > 0;
      return {
        events: isChanged ? [{ details: { created, changed } }] : [],
        visible: isChanged,
        result: undefined,
      };
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!written) throw new AppError('internal', 'An import of addresses ended without an outcome.');
  return written;
}

async function requireAddress(transaction: Executor, forumId: number, which: Which): Promise<ListedAddress> {
  const named = 'id' in which ? which.id : readAddress(which.address);
  const isPossible = typeof named === 'string' || isStoredId(named);
  const found = isPossible ? await findAddress(transaction, { forumId, address: named }) : undefined;
  if (!found) throw new AppError('not-found', `${named} is no address.`);
  return found;
}

function eventOf(address: ListedAddress) {
  const { dialog_id, comment_id } = address;
  return {
    ...(dialog_id !== null && { dialog_id }),
    ...(comment_id !== null && { comment_id }),
    details: { old_address: address.address, leads_to: describeTarget(address) },
  };
}
