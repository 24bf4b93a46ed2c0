import { type ListedAddress, refusalsIn, wordsOfPath } from '@guidepost/addresses';
import { fill } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { MissedPath } from '../insights/miss-counts.ts';
import type { Done, View } from '../layout/view.ts';
import { type DeskCall, type DeskPage, type FormCall, pathId } from '../requests/calls.ts';

/** An address of a former site, as the page lists it. */
interface ShownAddress extends Omit<ListedAddress, 'made_with'> {
  /** The target as people type it. */
  to: string;
  /** Where staff change the target; undefined for a page or another site. */
  edit: string | undefined;
}

/** A page that an address may lead to. */
interface PossibleTarget {
  /** As people type it. */
  to: string;
  title: string;
}

/** The addresses of a tenant, and what a service calls them. */
export interface DeskAddresses<Call extends DeskCall> {
  /** The path of the page, below the tenant's address. */
  path: string;
  /** The key of the section that the page belongs to. */
  section: string;
  /** Addresses for examples. */
  examples: { old: string; target: string };
  textsOf(call: Call): AddressTexts;
  readPath(address: string): string | undefined;
  list(
    call: Call,
    page: { limit: number; offset: number },
  ): Promise<{ total: number; addresses: ShownAddress[] }>;
  /** @throws AppError with the reason of a refusal */
  add(call: Call, added: NewTarget): Promise<unknown>;
  /** @returns what was removed, to add it again */
  remove(call: Call, id: number): Promise<NewTarget>;
  /** Paths that readers have asked for in vain. */
  listMissed(call: Call, period: { days: number; limit: number }): Promise<MissedPath[]>;
  /** Pages with these words that readers see, the best first. */
  findTargets(call: Call, request: { words: string; limit: number }): Promise<PossibleTarget[]>;
  /** A further part of the page, by a template of the service. */
  further?: { template: string; read(call: Call): Promise<object> };
}

interface AddressTexts {
  title: string;
  /** The page that this one is below, if there is one. */
  above?: { label: string; address: string };
  findTarget: string;
  leadHere: string;
  nothingFound: string;
  leadsToOtherTenant: string;
}

interface NewTarget {
  address: string;
  to: string;
}

const ROLES = ['owner', 'editor'] as const;

const SHOWN = 100;
const SHOWN_MISSES = 20;
const MISSED_DAYS = 30;
const MOST_FOUND = 10;

/** Old addresses, and those that readers ask for in vain. */
export function addressPages<Call extends DeskCall>(
  addresses: DeskAddresses<Call>,
): Record<string, DeskPage<Call>> {
  const { path, section, examples, textsOf, further } = addresses;
  const hereOf = ({ base }: Pick<Call, 'base'>) => base + path;

  async function show(call: Call, typed = { address: '', to: '' }, wrong = {}): Promise<View> {
    const here = hereOf(call);
    const number = pageNumber(call.query.first('page'));
    const page = { limit: SHOWN, offset: (number - 1) * SHOWN };
    const listed = await addresses.list(call, page);
    const address = typed.address || (call.query.first('address') ?? '');
    const texts = textsOf(call);
    return {
      template: '@addresses',
      title: texts.title,
      section,
      content: {
        here,
        texts,
        examples,
        addresses: listed.addresses,
        missed: await addresses.listMissed(call, { days: MISSED_DAYS, limit: SHOWN_MISSES }),
        pager: pagerOf(here, { number, pages: Math.ceil(listed.total / SHOWN) }),
        typed: { ...typed, address },
        ...(await findTargets(addresses, call, address)),
        leadAddress: (missed: string) => `${here}?${new URLSearchParams({ address: missed })}#add`,
        number: new Intl.NumberFormat(call.phrasing.language),
        further: further?.template,
        ...(await further?.read(call)),
        wrong,
      },
    };
  }

  async function add(call: FormCall<Call>): Promise<View | Done> {
    const typed = { address: call.form.first('address') ?? '', to: call.form.first('to') ?? '' };
    try {
      await addresses.add(call, typed);
    } catch (error) {
      return { ...(await show(call, typed, wrongIn(error, call, addresses))), status: 422 };
    }
    return { seeOther: hereOf(call), notice: 'noticeAddressAdded' };
  }

  return {
    [path]: { roles: ROLES, read: (call) => show(call), post: add },
    [`${path}/:redirect/remove`]: {
      roles: ROLES,
      async post(call) {
        const { address, to } = await addresses.remove(call, pathId(call.path, 'redirect'));
        const here = hereOf(call);
        const undo = { action: here, fields: { address, to } };
        return { seeOther: here, notice: 'noticeAddressRemoved', undo };
      },
    },
  };
}

/** Pages that an address may lead to: those with its words, or with those that staff search for. */
async function findTargets<Call extends DeskCall>(
  { readPath, findTargets: find }: Pick<DeskAddresses<Call>, 'readPath' | 'findTargets'>,
  call: Call,
  address: string,
): Promise<{ searched: string; found: PossibleTarget[] }> {
  const searched = call.query.first('q') ?? wordsOfPath(readPath(address) ?? '');
  if (searched === '') return { searched, found: [] };
  const found = await find(call, { words: searched, limit: MOST_FOUND }).catch((error) => {
    // Targets can still be typed while search is out of order.
    if (error instanceof AppError && error.kind === 'unavailable') return [];
    throw error;
  });
  return { searched, found };
}

/** A mistake in the language of the page, by field. @throws what is not about an address */
function wrongIn<Call extends DeskCall>(
  error: unknown,
  call: Call,
  { examples, textsOf }: Pick<DeskAddresses<Call>, 'examples' | 'textsOf'>,
): Record<string, string> {
  const { addressRules } = call.phrasing.words;
  const refused = refusalsIn(error, { ...addressRules, tenant: textsOf(call).leadsToOtherTenant });
  if (!refused) throw error;
  return Object.fromEntries(Object.entries(refused).map(([field, rule]) => [field, fill(rule, examples)]));
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
