import { type Executor, sql } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { changeStaff } from './change-staff.ts';
import {
  type LanguagesOf,
  type Member,
  type MemberChange,
  type PeopleOptions,
  requireMember,
} from './members.ts';
import { markSessionsForRenewal } from './person-statements.ts';
import type { Role } from './staff-event.ts';

/** The languages whose texts someone is to change: tags in any case, or null for all. */
export interface LanguageLimit {
  tenantId: number;
  role: Role;
  languages: readonly string[] | null;
}

const update = sql`
  update staff_memberships
  set languages = $3
  where tenant_id = $1 and person_id = $2
`;
const removeFromLimits = sql`
  update staff_memberships
  set languages = array_remove(languages, $2)
  where tenant_id = $1 and $2 = any(languages)
`;
const renameInLimits = sql`
  update staff_memberships
  set languages = array_replace(languages, $2, $3)
  where tenant_id = $1 and $2 = any(languages)
`;

/** Limits a member to some languages. Renews the person's sessions. */
export function createLanguageChange({
  database,
  record,
  languagesOf,
}: PeopleOptions): (
  change: MemberChange & Pick<LanguageLimit, 'languages'>,
) => Promise<{ changed: boolean; member: Member }> {
  return ({ tenantId, actor, person, languages }) =>
    changeStaff(database, { tenantId, actor }, async (transaction) => {
      const member = await requireMember(transaction, tenantId, person);
      const limit = { tenantId, role: member.role, languages };
      const wanted = await readLanguageLimit(transaction, limit, languagesOf);
      if (wanted?.join() === member.languages?.join()) return { changed: false, member };
      await transaction.none(update([tenantId, member.id, wanted]));
      await transaction.none(markSessionsForRenewal([member.id]));
      const details = { languages: wanted?.join(', ') ?? 'all' };
      await record?.(transaction, { tenantId, actor, action: 'staff.languages', person: member, details });
      return { changed: true, member: { ...member, languages: wanted } };
    });
}

/**
 * The limit as it is stored, in the order of the tenant's languages.
 * @throws AppError `invalid` with the field `languages` for owners, for other languages than those of the tenant, and
 * for none
 */
export async function readLanguageLimit(
  executor: Executor,
  { tenantId, role, languages }: LanguageLimit,
  languagesOf: LanguagesOf = async () => [],
): Promise<string[] | null> {
  if (languages === null) return null;
  if (role === 'owner') {
    throw refusal('ownersInAllLanguages', 'Owners work in all languages. Choose another role first.');
  }
  const known = await languagesOf(executor, tenantId);
  const wanted = new Set(languages.map(folded));
  const unknown = languages.find((tag) => !known.some((each) => folded(each) === folded(tag)));
  if (unknown !== undefined) {
    const message = `${unknown} is not one of the languages: ${known.join(', ') || 'none'}.`;
    throw refusal('noSuchLanguage', message);
  }
  if (wanted.size === 0) throw refusal('noLanguageChosen', 'Choose at least one language, or all.');
  return known.filter((tag) => wanted.has(folded(tag)));
}

function folded(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase();
}

function refusal(reason: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { languages: [message] }, reason });
}

/**
 * Takes a language that a tenant no longer has out of the limits of its people. Who was limited to it alone changes no
 * texts until an owner chooses again: nothing gives people more than they were given.
 */
export async function forgetLanguage(
  transaction: Executor,
  { tenantId, language }: { tenantId: number; language: string },
): Promise<void> {
  await transaction.none(removeFromLimits([tenantId, language]));
}

/** Follows a language that a tenant calls by another tag. */
export async function renameLanguage(
  transaction: Executor,
  { tenantId, from, to }: { tenantId: number; from: string; to: string },
): Promise<void> {
  await transaction.none(renameInLimits([tenantId, from, to]));
}
