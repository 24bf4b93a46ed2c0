import { type Executor, preparedStatement } from '@guidepost/postgres';
import { type KnowledgeBase, noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { type StoredLogo, withLogoAddress } from './logo.ts';

type KnowledgeBaseRow = Omit<KnowledgeBase, 'logo'> & { logo: StoredLogo | null };

const findByHost = preparedStatement(new URL('./sql/find-by-host.sql', import.meta.url));
const listPublic = preparedStatement(new URL('./sql/list-public.sql', import.meta.url));

const HOST = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?$/;

/** The knowledge base with this host, lower-cased, or undefined. What can be no host is not looked for. */
export async function findKnowledgeBase(
  executor: Executor,
  host: string,
): Promise<KnowledgeBase | undefined> {
  if (!HOST.test(host)) return undefined;
  const row = await executor.oneOrNone<KnowledgeBaseRow>(findByHost([host]));
  return row ? withLogoAddress(row) : undefined;
}

/** @throws AppError `not-found` */
export async function requireKnowledgeBase(executor: Executor, host: string): Promise<KnowledgeBase> {
  const found = await findKnowledgeBase(executor, host);
  if (!found) throw noSuchKnowledgeBase(host);
  return found;
}

/** A knowledge base as the front page names it. */
export type ListedKnowledgeBase = Pick<KnowledgeBase, 'host' | 'name' | 'organization_name' | 'language'>;

/** The public knowledge bases that have something to read, by name: so many at most. */
export function listPublicKnowledgeBases(executor: Executor, most: number): Promise<ListedKnowledgeBase[]> {
  return executor.any<ListedKnowledgeBase>(listPublic([most]));
}
