import { type Refusal, wordsOfPath } from '@guidepost/addresses';
import { type Done, type FormCall, pathId, type View } from '@guidepost/desk';
import { listMissedPaths } from '@guidepost/desk/insights';
import { createAnalyzer } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import { readPath } from '../../addresses/address.ts';
import { addAddress, removeAddress } from '../../addresses/change-addresses.ts';
import { describeTarget, type ListedAddress, listAddresses } from '../../addresses/list-addresses.ts';
import { type GuideTitle, listGuideTitles } from '../../content/guide-titles.ts';
import type { Context } from '../../context.ts';
import { forgetAddress, listFormerAddresses } from '../../writing/structure/former-addresses.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

const SHOWN = 100;
const SHOWN_MISSES = 20;
const MISSED_DAYS = 30;
const MOST_FOUND = 10;

type AddressContext = Pick<Context, 'database' | 'guideSearch'>;

/** Old addresses, those that readers ask for in vain, and the former addresses of guides. */
export function addressPages(context: AddressContext): Record<string, KbPage> {
  const { database } = context;

  async function show(call: KbCall, typed = { address: '', to: '' }, wrong = {}): Promise<View> {
    const { key: host } = call.tenant;
    const number = pageNumber(call.query.first('page'));
    const { total, addresses } = await listAddresses(database, {
      host,
      limit: SHOWN,
      offset: (number - 1) * SHOWN,
    });
    const asked = { tenantId: call.tenant.id, days: MISSED_DAYS, limit: SHOWN_MISSES };
    const address = typed.address || (call.query.first('address') ?? '');
    return {
      template: 'structure/addresses',
      title: call.phrasing.words.oldAddresses,
      section: 'structure',
      content: {
        here: hereOf(call),
        addresses: addresses.map((each) => ({ ...each, to: describeTarget(each), edit: editOf(call, each) })),
        missed: await listMissedPaths(database, asked),
        formerAddresses: await listFormerAddresses(database, { host }),
        pager: pagerOf(hereOf(call), { number, pages: Math.ceil(total / SHOWN) }),
        typed: { ...typed, address },
        ...(await findTargets(context, call, address)),
        leadAddress: (path: string) => `${hereOf(call)}?${new URLSearchParams({ address: path })}#add`,
        number: new Intl.NumberFormat(call.phrasing.language),
        wrong,
      },
    };
  }

  async function add({ form, ...call }: FormCall<KbCall>): Promise<View | Done> {
    const typed = { address: form.first('address') ?? '', to: form.first('to') ?? '' };
    try {
      await addAddress(database, actorOf(call), { host: call.tenant.key, ...typed });
    } catch (error) {
      return { ...(await show(call, typed, wrongIn(error, call))), status: 422 };
    }
    return { seeOther: hereOf(call), notice: 'noticeAddressAdded' };
  }

  return {
    '/structure/addresses': { roles: ROLES, read: (call) => show(call), post: add },
    '/structure/addresses/:redirect/remove': {
      roles: ROLES,
      async post(call) {
        const address = { id: pathId(call.path, 'redirect') };
        await removeAddress(database, actorOf(call), { host: call.tenant.key, address });
        return { seeOther: hereOf(call), notice: 'noticeAddressRemoved' };
      },
    },
    '/structure/addresses/forget': {
      roles: ROLES,
      async post({ form, ...call }) {
        const slug = form.first('slug') ?? '';
        await forgetAddress(database, actorOf(call), { host: call.tenant.key, slug });
        return { seeOther: hereOf(call), notice: 'noticeFormerRemoved' };
      },
    },
  };
}

function hereOf({ base }: KbCall): string {
  return `${base}/structure/addresses`;
}

/** Where staff change what an address leads to; undefined for a page or another site. */
function editOf({ base }: KbCall, { guide_id, category_id, tag_id }: ListedAddress): string | undefined {
  if (guide_id !== null) return `${base}/guides/${guide_id}`;
  if (category_id !== null) return `${base}/structure/categories/${category_id}`;
  return tag_id === null ? undefined : `${base}/structure/tags/${tag_id}`;
}

/** Guides that an address may lead to: those with its words, or with those that staff search for. */
async function findTargets(
  { database, guideSearch }: AddressContext,
  { tenant: { knowledgeBase }, query }: KbCall,
  address: string,
): Promise<{ searched: string; found: GuideTitle[] }> {
  const searched = query.first('q') ?? wordsOfPath(readPath(address) ?? '');
  if (searched === '') return { searched, found: [] };
  const words = createAnalyzer(knowledgeBase.language).query(searched);
  const search = { tenant: knowledgeBase, query: words, offset: 0, limit: MOST_FOUND };
  const { ids } = await guideSearch.page(search);
  return { searched, found: await listGuideTitles(database, knowledgeBase.id, ids) };
}

/** A mistake in the language of the page, by field. @throws what is not about an address */
function wrongIn(error: unknown, { phrasing: { words } }: KbCall): Record<string, string> {
  if (!(error instanceof AppError)) throw error;
  const rules: Readonly<Record<string, string>> = words.addressRules satisfies Record<
    Refusal['reason'],
    string
  >;
  const rule = rules[error.details.reason ?? ''];
  if (rule === undefined) throw error;
  return Object.fromEntries(Object.keys(error.details.fields ?? {}).map((field) => [field, rule]));
}

function pagerOf(here: string, { number, pages }: { number: number; pages: number }) {
  const to = (page: number) => `${here}?page=${page}`;
  return {
    number,
    pages,
    previous: number > 1 ? to(number - 1) : undefined,
    next: number < pages ? to(number + 1) : undefined,
  };
}

function pageNumber(text = '1'): number {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 && number < 1_000_000 ? number : 1;
}
