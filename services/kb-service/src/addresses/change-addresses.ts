import { type NewAddress, refusedAddress, type WrittenAddresses } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { AppError, isStoredId } from '@guidepost/service-kit';
import type { Action, Actor } from '../model/permissions.ts';
import type { Precondition } from '../model/precondition.ts';
import { type Change, changeKnowledgeBase } from '../tenants/changes.ts';
import { readAddress } from './address.ts';
import { addressRevision, describeTarget, findAddress, type ListedAddress } from './list-addresses.ts';
import { writeAddresses } from './write-addresses.ts';

const remove = sql`
  delete from addresses a
  where a.knowledge_base_id = $1 and a.id = $2
`;

/** An address to change, if it still is as the client expects. */
interface AddressToChange {
  host: string;
  /** By its ID, or as people write it. */
  address: { id: number } | { address: string };
  isExpected?: Precondition | undefined;
}

/**
 * Adds an address that leads somewhere. One that leads elsewhere already stays, unless it is to be replaced.
 * @throws AppError `invalid` with the field `address` or `to`, `conflict` for one that leads elsewhere or is a page
 */
export async function addAddress(
  database: Executor,
  actor: Actor,
  { host, replace = false, ...added }: NewAddress & { host: string; replace?: boolean },
): Promise<ListedAddress> {
  const entry = readAddress(added.address);
  return change(database, { actor, host, action: 'redirect add' }, async (transaction, { id }) => {
    const written = await write(transaction, { id, actor, replace }, added);
    const present = await findAddress(transaction, { knowledgeBaseId: id, address: entry });
    if (!present) throw new AppError('not-found', `${entry} is no address.`);
    const changed = written.created + written.changed > 0;
    return changed ? { changed, result: present, audit: auditOf(present) } : { changed, result: present };
  });
}

/** Has an address lead elsewhere. @throws AppError as `addAddress`, `not-found` or `precondition-failed` */
export function changeAddress(
  database: Executor,
  actor: Actor,
  { host, to, ...which }: AddressToChange & { to: string },
): Promise<ListedAddress> {
  return change(database, { actor, host, action: 'redirect change' }, async (transaction, { id }) => {
    const { address, id: addressId } = await findExpected(transaction, id, which);
    const written = await write(transaction, { id, actor, replace: true }, { address, to });
    const present = await findAddress(transaction, { knowledgeBaseId: id, address: addressId });
    if (!present) throw new AppError('not-found', `${address} is no address.`);
    const changed = written.changed > 0;
    return changed ? { changed, result: present, audit: auditOf(present) } : { changed, result: present };
  });
}

/**
 * Removes an address, which then leads nowhere.
 * @returns what was removed
 * @throws AppError `not-found` or `precondition-failed`
 */
export function removeAddress(
  database: Executor,
  actor: Actor,
  which: AddressToChange,
): Promise<ListedAddress> {
  return change(
    database,
    { actor, host: which.host, action: 'redirect remove' },
    async (transaction, { id }) => {
      const found = await findExpected(transaction, id, which);
      await transaction.none(remove([id, found.id]));
      return { changed: true, result: found, audit: { ...auditOf(found), details: {} } };
    },
  );
}

/** Adds many addresses that people have chosen; those that are refused are named, and the others are added. */
export function importAddresses(
  database: Executor,
  actor: Actor,
  options: { host: string; addresses: readonly NewAddress[]; replace: boolean; dryRun: boolean },
): Promise<WrittenAddresses> {
  const { host, addresses, replace, dryRun } = options;
  return change(database, { actor, host, action: 'redirect import', dryRun }, async (transaction, { id }) => {
    const written = await writeAddresses(transaction, addresses, {
      knowledgeBaseId: id,
      madeBy: actor.name,
      madeWith: actor.door,
      replace: replace ? 'all' : 'none',
    });
    const { created, changed } = written;
    const audit = { details: { created, changed } };
    return created + changed > 0
      ? { changed: true, result: written, audit }
      : { changed: false, result: written };
  });
}

interface Attribution {
  actor: Actor;
  host: string;
  action: Action;
  dryRun?: boolean;
}

function change<Result>(
  database: Executor,
  attribution: Attribution,
  work: (transaction: Executor, knowledgeBase: { id: number }) => Promise<Change<Result>>,
): Promise<Result> {
  return changeKnowledgeBase(database, attribution, work);
}

/** @throws AppError if it is refused */
async function write(
  transaction: Executor,
  { id, actor, replace }: { id: number; actor: Actor; replace: boolean },
  added: NewAddress,
): Promise<WrittenAddresses> {
  const options = { knowledgeBaseId: id, madeBy: actor.name, madeWith: actor.door };
  const written = await writeAddresses(transaction, [added], {
    ...options,
    replace: replace ? 'all' : 'none',
  });
  const [refused] = written.refused;
  if (refused) throw refusedAddress(refused.refusal);
  return written;
}

async function findExpected(
  transaction: Executor,
  knowledgeBaseId: number,
  { address, isExpected }: Omit<AddressToChange, 'host'>,
): Promise<ListedAddress> {
  const named = 'id' in address ? address.id : readAddress(address.address);
  const isPossible = typeof named === 'string' || isStoredId(named);
  const found = isPossible ? await findAddress(transaction, { knowledgeBaseId, address: named }) : undefined;
  if (!found) throw new AppError('not-found', `${named} is no address.`);
  if (isExpected && !isExpected(addressRevision(found)))
    throw new AppError('precondition-failed', 'It has changed since you read it.');
  return found;
}

function auditOf(address: ListedAddress) {
  return {
    subject: address.address,
    ...(address.guide_id !== null && { guideId: address.guide_id }),
    details: { to: describeTarget(address) },
  };
}
