import { type Done, type FormCall, refusalOf, type View } from '@guidepost/desk';
import {
  addSynonyms,
  everydaySynonyms,
  listSynonyms,
  parseSynonyms,
  removeSynonyms,
  useEverydaySynonyms,
  usesEverydaySynonyms,
} from '@guidepost/search';
import { foldWhiteSpace } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { changeSynonyms, type SynonymWork } from '../../search/change-synonyms.ts';
import { sameInLanguages } from '../desk-languages.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const PATH = '/structure/synonyms';

const ROLES = ['owner', 'editor'] as const;

/** Groups on a page. */
const SHOWN = 100;

/** A group as typed, and as it was before. */
interface TypedGroup {
  words: string;
  /** Empty for a new one. */
  former: string;
}

/** Words that mean the same to the search of a knowledge base. */
export function synonymPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  async function show(call: KbCall, typed = typedIn(call), content: object = {}): Promise<View> {
    const { tenant, base, query, phrasing } = call;
    const here = base + PATH;
    const groups = (await listSynonyms(database, tenant.knowledgeBase.id)).map((words) => words.join(', '));
    const searched = foldWhiteSpace(query.first('q') ?? '').toLowerCase();
    const found = groups.filter((words) => words.toLowerCase().includes(searched));
    return {
      template: 'structure/synonyms',
      title: phrasing.words.synonyms.heading,
      section: 'structure',
      content: {
        here,
        languages: sameInLanguages(call, PATH),
        ...pageOf(found, { here, query, searched }),
        isSearchable: groups.length > SHOWN,
        searched,
        typed,
        hasEveryday: everydaySynonyms(tenant.knowledgeBase.language).length > 0,
        usesEveryday: await usesEverydaySynonyms(database, tenant.knowledgeBase.id),
        editAddress: (words: string) => `${here}?${new URLSearchParams({ former: words })}#edit`,
        wrong: {},
        problem: undefined,
        ...content,
      },
    };
  }

  /** The page again with everything typed, if the change is refused. */
  async function change(
    call: FormCall<KbCall>,
    { typed, notice, undo, ...synonyms }: SynonymChange,
  ): Promise<View | Done> {
    try {
      await changeSynonyms(database, actorOf(call), { host: call.tenant.key, ...synonyms });
    } catch (error) {
      const { status, headers, wrong, problem } = refusalOf(error, call.phrasing);
      return { ...(await show(call, typed, { wrong, problem })), status, headers };
    }
    return { seeOther: call.base + PATH, notice, ...(undo && { undo }) };
  }

  return {
    [PATH]: {
      roles: ROLES,
      purpose: 'search synonyms',
      read: (call) => show(call),
      post(call) {
        const typed = { words: call.form.first('words') ?? '', former: call.form.first('former') ?? '' };
        return change(call, {
          typed,
          words: typed.words,
          notice: 'noticeSaved',
          async work(transaction, tenant) {
            if (typed.former) await removeSynonyms(transaction, tenant, parseSynonyms(typed.former));
            await addSynonyms(transaction, tenant, [parseSynonyms(typed.words)]);
          },
        });
      },
    },
    [`${PATH}/remove`]: {
      roles: ROLES,
      purpose: 'search synonyms',
      post(call) {
        const words = call.form.first('words') ?? '';
        return change(call, {
          words,
          notice: 'noticeSynonymsRemoved',
          undo: { action: call.base + PATH, fields: { words } },
          work: (transaction, tenant) => removeSynonyms(transaction, tenant, parseSynonyms(words)),
        });
      },
    },
    [`${PATH}/everyday`]: {
      roles: ROLES,
      purpose: 'search synonyms',
      post(call) {
        const isUsed = call.form.first('use') === 'on';
        return change(call, {
          words: isUsed ? 'on' : 'off',
          notice: 'noticeSaved',
          work: (transaction, { id }) => useEverydaySynonyms(transaction, id, isUsed),
        });
      },
    },
  };
}

interface SynonymChange extends Omit<SynonymWork<void>, 'host'> {
  /** The group that the form shows again. */
  typed?: TypedGroup;
  notice: string;
  undo?: { action: string; fields: Record<string, string> };
}

/** From the address: a group to change, or words of a search to find more for. */
function typedIn({ query }: KbCall): TypedGroup {
  const former = query.first('former') ?? '';
  const words = foldWhiteSpace(query.first('words') ?? '');
  return { words: former || (words && `${words}, `), former };
}

function pageOf(
  groups: readonly string[],
  { here, query, searched }: { here: string; searched: string } & Pick<KbCall, 'query'>,
) {
  const pages = Math.max(1, Math.ceil(groups.length / SHOWN));
  const asked = Number(query.first('page') ?? 1);
  const number = Number.isInteger(asked) && asked >= 1 && asked <= pages ? asked : 1;
  const to = (page: number) =>
    `${here}?${new URLSearchParams({ ...(searched && { q: searched }), page: String(page) })}`;
  return {
    groups: groups.slice((number - 1) * SHOWN, number * SHOWN),
    pager: {
      number,
      pages,
      previous: number > 1 ? to(number - 1) : undefined,
      next: number < pages ? to(number + 1) : undefined,
    },
  };
}
