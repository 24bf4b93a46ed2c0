import type { Query } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { StaffActor } from '@guidepost/staff';
import type { ListedMember, Staff } from '@guidepost/staff/sign-in';
import type { View } from '../layout/view.ts';
import { type DeskCall, type DeskPage, pathId } from '../requests/calls.ts';
import { refusalOf } from '../requests/problems.ts';

/** The languages in which someone is to change texts, as a form says them. */
interface TypedLimit {
  isLimited: boolean;
  tags: string[];
}

export function readLimit(form: Query): TypedLimit {
  return { isLimited: form.first('limited') === 'on', tags: form.family('language').map(([tag]) => tag) };
}

/** For a change: null for all. */
export function wantedLanguages({ isLimited, tags }: TypedLimit): string[] | null {
  return isLimited ? tags : null;
}

/** The languages to choose from, and those of each member by name; nothing where no one is or can be limited. */
export function languageChoices(
  { tenant, phrasing }: Pick<DeskCall, 'tenant' | 'phrasing'>,
  members: readonly Pick<ListedMember, 'languages'>[] = [],
): {
  languages: { tag: string; name: string }[];
  languageNames: (tags: readonly string[]) => string;
  limit: TypedLimit;
} {
  const { languages: all = [] } = tenant;
  const names = new Intl.DisplayNames(phrasing.language, { type: 'language' });
  const nameOf = (tag: string) => names.of(tag) ?? tag;
  const isShown = all.length > 1 || members.some(({ languages }) => languages !== null);
  const list = new Intl.ListFormat(phrasing.language, { type: 'unit', style: 'short' });
  return {
    languages: isShown ? all.map((tag) => ({ tag, name: nameOf(tag) })) : [],
    languageNames: (tags) => list.format(tags.map(nameOf)),
    limit: { isLimited: false, tags: [] },
  };
}

/** The page on which an owner chooses the languages of a member. */
export function memberLanguagesPage({ people }: Pick<Staff, 'people'>): DeskPage<DeskCall> {
  return {
    read: (call) => show(call, { people }),
    async post({ form, ...call }) {
      const limit = readLimit(form);
      try {
        const languages = wantedLanguages(limit);
        await people.changeLanguages({ ...changeOf(call), person: personOf(call), languages });
      } catch (error) {
        const { wrong, status } = refusalOf(error, call.phrasing);
        if (!wrong.languages) throw error;
        return { ...(await show(call, { people, limit, wrong })), status };
      }
      return { seeOther: `${call.base}/people`, notice: 'noticeLanguagesChanged' };
    },
  };
}

/** @throws AppError `not-found` also where there is nothing to choose */
async function show(
  call: DeskCall,
  {
    people,
    ...content
  }: Pick<Staff, 'people'> & { limit?: TypedLimit; wrong?: Readonly<Record<string, string>> },
): Promise<View> {
  const member = await memberOf(call, { people });
  const { languages } = member;
  const choices = languageChoices(call, [member]);
  if (choices.languages.length === 0) throw new AppError('not-found', 'There is nothing at this address.');
  return {
    template: '@member-languages',
    title: call.phrasing.words.memberLanguages.heading,
    section: 'people',
    content: {
      ...choices,
      member,
      limit: { isLimited: languages !== null, tags: languages ?? [] },
      wrong: {},
      ...content,
    },
  };
}

/** @throws AppError `not-found` */
export async function memberOf(call: DeskCall, { people }: Pick<Staff, 'people'>): Promise<ListedMember> {
  const members = await people.list(changeOf(call));
  const member = members.find(({ id }) => id === personOf(call));
  if (!member) throw new AppError('not-found', 'There is no person with this number here.');
  return member;
}

export function changeOf({ tenant, session, role }: Pick<DeskCall, 'tenant' | 'session' | 'role'>): {
  tenantId: number;
  actor: StaffActor;
} {
  const { name, id: personId } = session.person;
  return { tenantId: tenant.id, actor: { name, role, door: 'desk', personId } };
}

export function personOf({ path }: Pick<DeskCall, 'path'>): number {
  return pathId(path, 'person');
}
