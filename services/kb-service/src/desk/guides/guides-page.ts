import { type Done, type FormCall, refusalOf, showViews, type View } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import { type DeskPhrasing, fill } from '@guidepost/i18n';
import { AppError, type ErrorKind, foldWhiteSpace } from '@guidepost/service-kit';
import type { ShownGuides } from '../../content/find-named-guides.ts';
import type { Context } from '../../context.ts';
import { isEdition } from '../../model/knowledge-base.ts';
import { searchAtDesk } from '../../search/search-at-desk.ts';
import { deleteGuides } from '../../writing/deleted/delete-guides.ts';
import { beginGuide } from '../../writing/drafts/create-guide.ts';
import {
  type DeskGuide,
  type DeskListRequest,
  type DeskOrder,
  listAuthors,
  listForDesk,
  listGuideOwners,
} from '../../writing/drafts/list-for-desk.ts';
import { publishGuides, republishGuides, unpublishGuides } from '../../writing/publishing/publish-guides.ts';
import { moveGuides, tagGuides } from '../../writing/structure/arrange-guides.ts';
import { listCategoryTree } from '../../writing/structure/find-categories.ts';
import { listTags } from '../../writing/structure/tags.ts';
import { afterDeletion } from '../deleted/deleted-pages.ts';
import { deskLanguages, sameInLanguages } from '../desk-languages.ts';
import { mayChange } from '../desk-permissions.ts';
import { actorOf, guideErrorsOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { markTranslations, mayDeleteGuide } from '../translations/translation-marks.ts';
import {
  addressOf,
  chipsOf,
  chosenMark,
  type FilterChoices,
  GUIDE_VIEWS,
  type GuideFilter,
  isFiltered,
  orderOf,
  readGuideFilter,
  STATES,
  translationChoicesOf,
  withoutGone,
} from './guide-filter.ts';

type GuidesCall = FormCall<KbCall>;

/** Errors that the list itself shows: one of the guides may have a translation in a language of others. */
const SAID: ReadonlySet<string> = new Set(['invalid', 'conflict', 'forbidden'] satisfies ErrorKind[]);

/** The action of a button of the list. */
type Action = (call: GuidesCall, chosen: ChosenGuides) => Promise<Done>;

/** Guides with the revisions that the page showed. */
interface ChosenGuides {
  ids: number[];
  shown: ShownGuides;
}

/** All guides, published or not, and what can be done with several of them. */
export function guidesPage({ database, guideSearch }: Pick<Context, 'database' | 'guideSearch'>): KbPage {
  async function list(call: KbCall, content: object = {}): Promise<View> {
    const { key: host, knowledgeBase } = call.tenant;
    const [categories, tags, authors, owners] = await Promise.all([
      listCategoryTree(database, { host }),
      listTags(database, { host }),
      listAuthors(database, { host }),
      listGuideOwners(database, { host }),
    ]);
    const translationChoices = translationChoicesOf(call);
    const choices = { categories, tags, authors, owners, translationChoices } satisfies FilterChoices;
    const filter = withoutGone(readGuideFilter(call.query), choices);
    const { q: words } = filter;
    const found = words ? await searchAtDesk(guideSearch, { knowledgeBase, words }) : undefined;
    const { guides, total, page, pages } = await listForDesk(database, {
      ...criteriaIn(call, { filter, choices }),
      found: found?.ids,
    });
    const marks = await markTranslations(
      database,
      call,
      guides.map(({ id }) => id),
    );
    const count = async (_: KbCall, queries: Query[]) => {
      const counts: (number | undefined)[] = [];
      for (const query of queries) {
        const saved = withoutGone(readGuideFilter(query), choices);
        // Search would take longer than all else on the page.
        const criteria = criteriaIn(call, { filter: saved, choices });
        counts.push(saved.q ? undefined : (await listForDesk(database, criteria)).total);
      }
      return counts;
    };
    return {
      template: 'guides/guides',
      title: call.phrasing.words.guides,
      section: 'guides',
      content: {
        guides: guides.map((guide) => ({
          ...guide,
          helpful: shareOf(guide, call.phrasing),
          translations: marks.get(guide.id),
        })),
        languages: sameInLanguages(call, addressOf('', { ...filter, page: 1 })),
        total,
        correctedQuery: total > 0 ? found?.correctedQuery : undefined,
        filter,
        // Guides may have been deleted since the address of a page was made.
        isFiltered: page > 1 || isFiltered(filter),
        states: STATES,
        ...choices,
        categories: categories.map((category) => ({ ...category, depth: category.depth - 1 })),
        chips: chipsOf(call, filter, choices),
        views: await showViews(database, call, { ...GUIDE_VIEWS, count }),
        columns: columnsOf(call, filter),
        here: addressOf(call.base, filter),
        pager: pagerOf(call.base, filter, { number: page, pages }),
        mayPublish: mayChange(call, 'guide publish'),
        mayDelete: guides.some(({ id }) => mayDeleteGuide(call, marks.get(id))),
        mayCreate: !isEdition(knowledgeBase) && mayChange(call, 'guide create'),
        mayTag: !isEdition(knowledgeBase) && mayChange(call, 'guide tag'),
        mayMove: !isEdition(knowledgeBase) && mayChange(call, 'guide move'),
        mayImport: mayChange(call, 'import'),
        problem: undefined,
        ...content,
      },
    };
  }

  const actions: Record<string, Action> = {
    async create(call) {
      const title = foldWhiteSpace(call.form.first('title') ?? '') || call.phrasing.words.untitled;
      const { id } = await beginGuide(database, actorOf(call), { host: call.tenant.key, title });
      return { seeOther: `${call.base}/guides/${id}` };
    },
    async publish(call, chosen) {
      await publishGuides(database, actorOf(call), { host: call.tenant.key, ...chosen });
      return { seeOther: hereOf(call), notice: 'noticePublished' };
    },
    async unpublish(call, chosen) {
      const slugs = await unpublishGuides(database, actorOf(call), { host: call.tenant.key, ...chosen });
      const fields = { action: 'republish', slugs: slugs.join(' ') };
      const undo = slugs.length > 0 ? { action: hereOf(call), fields } : undefined;
      return { seeOther: hereOf(call), notice: 'noticeUnpublished', undo };
    },
    async delete(call, chosen) {
      const { ids } = await deleteGuides(database, actorOf(call), { host: call.tenant.key, ...chosen });
      return afterDeletion(call, { ids, seeOther: hereOf(call) });
    },
    // Takes back what was unpublished, and nothing else.
    async republish(call) {
      const slugs = (call.form.first('slugs') ?? '').split(' ');
      await republishGuides(database, actorOf(call), { host: call.tenant.key, slugs });
      return { seeOther: hereOf(call), notice: 'noticePublished' };
    },
    async tag(call, chosen) {
      const add = [call.form.first('tag') ?? ''];
      await tagGuides(database, actorOf(call), { host: call.tenant.key, ...chosen, add });
      return { seeOther: hereOf(call), notice: 'noticeTagged' };
    },
    async move(call, chosen) {
      const to = { slug: call.form.first('into') ?? '' };
      await moveGuides(database, actorOf(call), { host: call.tenant.key, ...chosen, to });
      return { seeOther: hereOf(call), notice: 'noticeMoved' };
    },
  };

  return {
    read: (call) => list(call),
    async post(call) {
      const name = call.form.first('action') ?? '';
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new AppError('invalid', 'There is no such action.');
      const chosen = chosenIn(call);
      if (!['create', 'republish'].includes(name) && chosen.ids.length === 0) {
        return { ...(await list(call, { problem: call.phrasing.words.nothingSelected })), status: 422 };
      }
      try {
        const done = await action(call, chosen);
        const titles = [...chosen.shown.leftOut.values()].join(', ');
        if (!titles) return done;
        const problem = fill(call.phrasing.words.leftOutSinceShown, { titles });
        return { ...(await list(call, { problem })), status: 409 };
      } catch (error) {
        if (!(error instanceof AppError) || !SAID.has(error.kind)) throw error;
        const refusal = refusalOf(error, call.phrasing);
        const problem = error.details.fields
          ? Object.values(guideErrorsOf(error, call.phrasing)).join(' ')
          : refusal.problem;
        return { ...(await list(call, { problem })), status: error.kind === 'forbidden' ? 403 : 422 };
      }
    },
  };
}

function chosenIn({ form }: GuidesCall): ChosenGuides {
  const boxes = form.family('guide').map(([id, revision]) => [Number(id), Number(revision)] as const);
  const revisions = new Map(boxes.filter(([, revision]) => Number.isInteger(revision)));
  return { ids: boxes.map(([id]) => id), shown: { revisions, leftOut: new Map() } };
}

function criteriaIn(
  { tenant, session }: KbCall,
  { filter, choices }: { filter: GuideFilter; choices: FilterChoices },
): DeskListRequest {
  const { category, tag, owner, due } = filter;
  return {
    ...filter,
    host: tenant.key,
    category: category ? { slug: category } : undefined,
    tag: tag ? { slug: tag } : undefined,
    marked: chosenMark(filter, choices),
    isDue: due && true,
    ownerId: owner === undefined ? undefined : owner === 'me' ? session.person.id : Number(owner),
    sort: orderOf(filter),
  };
}

function shareOf({ upvotes, downvotes }: DeskGuide, { language }: DeskPhrasing): string {
  const votes = upvotes + downvotes;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return votes === 0 ? '' : `${percent.format(upvotes / votes)} (${votes})`;
}

/** Columns by which a list can be sorted have an address: that of the other direction, once it is sorted so. */
function columnsOf(call: KbCall, filter: GuideFilter) {
  const {
    base,
    phrasing: { words },
  } = call;
  const present = orderOf(filter);
  const sortable = (label: string, order: string, isDescendingFirst: boolean) => {
    const isAscending = present === order;
    const isDescending = present === `-${order}`;
    const next = isAscending || (!isDescending && isDescendingFirst) ? `-${order}` : order;
    const direction = isAscending ? 'ascending' : isDescending ? 'descending' : undefined;
    return {
      label,
      address: addressOf(base, { ...filter, sort: next as DeskOrder, page: 1 }),
      direction,
    };
  };
  return [
    sortable(words.title, 'title', false),
    { label: words.state },
    ...(deskLanguages(call).length > 1 ? [{ label: words.translations.languages }] : []),
    { label: words.categories },
    sortable(words.lastChange, 'changed', true),
    { ...sortable(words.recentViews, 'views', true), isNumber: true },
    { ...sortable(words.helpful, 'helpful', true), isNumber: true },
  ];
}

function pagerOf(base: string, filter: GuideFilter, { number, pages }: { number: number; pages: number }) {
  const to = (page: number) => addressOf(base, { ...filter, page });
  return {
    number,
    pages,
    previous: number > 1 ? to(number - 1) : undefined,
    next: number < pages ? to(number + 1) : undefined,
  };
}

function hereOf({ request }: Pick<KbCall, 'request'>): string {
  return request.originalUrl;
}
