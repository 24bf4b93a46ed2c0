import { isDeepStrictEqual } from 'node:util';
import type { SourceLogo } from '@guidepost/files/images';
import { refuseServiceHost } from '@guidepost/http';
import type { Executor } from '@guidepost/postgres';
import type { Actor } from '../model/actor.ts';
import type { Forum, MetadataField } from '../model/forum.ts';
import {
  createForum as insertForum,
  type NewForum,
  deleteForum as removeForum,
  setProperties,
} from './administration.ts';
import { type Attribution, moveAccountEvents } from './audit.ts';
import { requireForum } from './find-forum.ts';
import type { ForumSettings } from './list-forums.ts';
import { putLogo } from './logo.ts';
import { addMetadataField as insertField, removeMetadataField as removeField } from './metadata-fields.ts';
import { recordChange } from './record-change.ts';

interface Change {
  slug: string;
  actor: Actor;
}

/** A change of settings. */
export interface SettingsChange extends Change {
  /** Addresses of the service, whose hosts no forum can have. */
  serviceUrls: readonly string[];
}

const attribute = (change: Change, action: Attribution['action']) => ({ ...change, action });

/** For operators. @throws AppError `conflict` when the slug is taken, `not-found` for the account */
export function createForum(database: Executor, actor: Actor, forum: NewForum): Promise<Forum> {
  const { slug, account } = forum;
  return recordChange(database, { slug, actor, action: 'create' }, async (transaction) => {
    const result = await insertForum(transaction, forum);
    await moveAccountEvents(transaction, result.account_id);
    return { events: [{ details: { account } }], result };
  });
}

/**
 * @param refuse throws when a colleague has changed what a form showed
 * @returns whether anything changed
 * @throws AppError `not-found`, `forbidden`, `invalid` for the host name of the service, `conflict` as
 * {@link setProperties}
 */
export function changeSettings(
  database: Executor,
  { serviceUrls, ...change }: SettingsChange,
  settings: Partial<ForumSettings>,
  refuse?: (present: ForumSettings) => void,
): Promise<boolean> {
  return recordChange(database, attribute(change, 'set'), async (transaction) => {
    const present = await requireForum(transaction, change.slug);
    refuse?.(present);
    const different = differenceOf(settings, present);
    if (Object.keys(different).length === 0) return { events: [], result: false };
    if (different.host) refuseServiceHost(different.host, serviceUrls);
    const result = await setProperties(transaction, change.slug, different);
    return { events: result ? [{ details: different }] : [], result };
  });
}

/** @returns whether anything changed @throws AppError `not-found`, `forbidden` */
export function setLogo(database: Executor, change: Change, logo: SourceLogo | null): Promise<boolean> {
  return recordChange(database, attribute(change, 'set'), async (transaction) => {
    const result = await putLogo(transaction, change.slug, logo);
    return { events: result ? [{ details: { logo: logo?.path ?? 'none' } }] : [], result };
  });
}

/** The settings that are written and recorded: entries are kept for good. */
function differenceOf(settings: Partial<ForumSettings>, forum: ForumSettings): Partial<ForumSettings> {
  const present: Readonly<Record<string, unknown>> = { ...forum };
  const entries = Object.entries(settings).filter(
    ([name, value]) => !isDeepStrictEqual(value, present[name]),
  );
  return Object.fromEntries(entries);
}

/** @throws AppError `not-found`, `forbidden` */
export function deleteForum(database: Executor, change: Change): Promise<void> {
  return recordChange(database, attribute(change, 'delete'), async (transaction) => ({
    events: [{}],
    result: await removeForum(transaction, change.slug),
  }));
}

/** @throws AppError `conflict` when the field exists, `forbidden`, `not-found` */
export function addMetadataField(database: Executor, change: Change, field: MetadataField): Promise<void> {
  const { name, type, maximum } = field;
  return recordChange(database, attribute(change, 'metadata add'), async (transaction) => ({
    events: [{ details: { name, type, maximum } }],
    result: await insertField(transaction, change.slug, field),
  }));
}

/** @throws AppError `not-found`, `forbidden` */
export function removeMetadataField(database: Executor, change: Change, name: string): Promise<void> {
  return recordChange(database, attribute(change, 'metadata remove'), async (transaction) => ({
    events: [{ details: { name } }],
    result: await removeField(transaction, change.slug, name),
  }));
}
