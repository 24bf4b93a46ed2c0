import { randomUUID } from 'node:crypto';
import { type Representation, toHttpError } from '@guidepost/http';
import { catalogueOf, fill } from '@guidepost/i18n';
import type { FoundPage, Page, Receipts } from '@guidepost/pages';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import {
  type ContactMessage,
  HISTORY,
  MAX_ATTACHMENT_BYTES,
  MESSAGE_LIMITS,
  readHistory,
  readMessage,
} from '../../contact/message-fields.ts';
import type { Context } from '../../context.ts';
import { linksToSamePath } from '../languages.ts';
import {
  ASSETS,
  type FormCall,
  type PageCall,
  type PageForm,
  type PageKind,
  representPage,
} from '../page.ts';
import { findGuides, type SearchContext } from '../search/search-page.ts';
import type { Site } from '../site.ts';
import { countDeflection, type DeflectionContext } from './contact-endpoints.ts';
import {
  BAIT,
  type ContactContext,
  createReceiveMessage,
  MOST_FORM_BYTES,
  type Received,
  requireContact,
} from './receive-message.ts';

type ContactPageContext = ContactContext &
  DeflectionContext &
  SearchContext &
  Pick<Context, 'receipts' | 'siteAddress'>;

/** Guides that are offered before someone writes, and UTF-16 units of their excerpts. */
const MOST_OFFERED = 5;
const EXCERPT = 160;

/** Parameters with a receipt, and what the page thanks for then. */
const THANKS = { posted: 'sent', voted: 'answered' } as const;

type Thanks = (typeof THANKS)[keyof typeof THANKS];

/** A form that is shown again. */
interface Refused extends Pick<Received, 'wrong'> {
  problem: string | undefined;
  id: string;
  hadFile: boolean;
}

/**
 * `/contact`: asks what a message is about, then shows guides about it above the form. So everyone sees them before
 * writing, with or without scripts.
 */
export function contactPage(context: ContactPageContext): PageKind & PageForm {
  const { receipts } = context;
  const receive = createReceiveMessage(context, false);
  return {
    mostUploadBytes: MOST_FORM_BYTES,
    async read(call) {
      requireContact(call);
      const thanks = await findThanks(receipts, call);
      if (thanks) return show(context, call, { state: thanks });
      const typed = begun(call);
      if (typed.subject === '') return show(context, call, { state: 'subject', typed });
      const offered = await offer(context, call.site, typed.subject);
      return showForm(context, call, { typed, offered });
    },
    async post(call) {
      const isAnswered = call.form.first('guide') !== undefined;
      if (isAnswered) await countDeflection(context, call);
      else {
        const received = await receive(call).catch((error: unknown) => showLimit(context, call, error));
        if ('body' in received) return received;
        if (received.problem !== undefined || Object.keys(received.wrong).length > 0)
          return { ...(await showAgain(context, call, received)), status: 400 };
      }
      const [parameter, thanks] = isAnswered
        ? (['voted', 'answered'] as const)
        : (['posted', 'sent'] as const);
      const receipt = await receipts.issue(subjectOf(call.site, thanks));
      return { seeOther: `${call.site.base}/contact?${parameter}=${receipt}` };
    },
  };
}

async function show(
  context: Pick<Context, 'siteAddress'>,
  { site }: PageCall,
  content: { state: 'subject' | 'form' | Thanks; [name: string]: unknown },
): Promise<Page> {
  return {
    template: 'contact/contact',
    head: {
      title: site.phrasing.words.contactUs,
      indexed: false,
      languages: linksToSamePath(context, site, '/contact'),
      style: ASSETS.addressOf('contact.css'),
    },
    content: { ...content, kinds: HISTORY, limits: MESSAGE_LIMITS, bait: BAIT },
    isPersonal: true,
  };
}

type TypedMessage = Omit<ContactMessage, 'language'>;

interface ShownForm {
  typed: TypedMessage;
  offered?: readonly FoundPage[];
  refused?: Refused;
}

async function showForm(
  context: Pick<Context, 'siteAddress' | 'challenges'>,
  call: PageCall,
  { typed, offered = [], refused }: ShownForm,
): Promise<Page> {
  return show(context, call, {
    state: 'form',
    typed,
    offered,
    challenge: JSON.stringify(await context.challenges.issue()),
    mostFileBytes: MAX_ATTACHMENT_BYTES,
    fileTooLarge: fill(catalogueOf(call.site.language).messages['file-too-large'], {
      maximum: MAX_ATTACHMENT_BYTES / 1_000_000,
    }),
    isAgain: refused !== undefined,
    ...(refused ?? { id: randomUUID(), wrong: {}, problem: undefined, hadFile: false }),
  });
}

/** The form again, with all that was typed. */
function showAgain(
  context: Pick<Context, 'siteAddress' | 'challenges'>,
  call: FormCall,
  { read, wrong, problem }: Received,
): Promise<Page> {
  const id = call.form.first('id') || randomUUID();
  const hadFile = (call.files.get('file') ?? []).some(({ name }) => name !== '');
  const isExpired = wrong.altcha !== undefined || wrong.id !== undefined;
  return showForm(context, call, {
    typed: read.message,
    refused: { id, wrong, problem: isExpired ? call.site.phrasing.words.contact.again : problem, hadFile },
  });
}

/** The same for a message that cannot be taken at the moment. @throws any other error */
async function showLimit(
  context: Pick<Context, 'siteAddress' | 'challenges'>,
  call: FormCall,
  error: unknown,
): Promise<Representation & { body: string }> {
  if (!(error instanceof AppError) || (error.kind !== 'rate-limited' && error.kind !== 'unavailable'))
    throw error;
  const { site, form } = call;
  const { contact } = site.phrasing.words;
  const problem = error.kind === 'rate-limited' ? contact.tooMany : contact.full;
  const read = await readMessage(form, new Map(), site.language);
  const { status, headers } = toHttpError(error);
  const page = await showAgain(context, call, { read, wrong: {}, problem });
  const shown = representPage(site, { ...page, status });
  return { ...shown, headers: { ...shown.headers, ...headers }, body: String(shown.body) };
}

/** Reads the beginning of a message from the address of the page. */
function begun({ query }: PageCall): TypedMessage {
  const subject = Array.from(foldWhiteSpace(query.first('subject') ?? ''));
  const page = Array.from(foldWhiteSpace(query.first('page') ?? ''));
  return {
    name: '',
    email: '',
    text: '',
    subject: subject.slice(0, MESSAGE_LIMITS.subject).join(''),
    page: page.slice(0, MESSAGE_LIMITS.page).join(''),
    ...readHistory(query),
  };
}

/** None while search fails, which must not keep people from writing (S25). */
async function offer(context: SearchContext, site: Site, query: string): Promise<readonly FoundPage[]> {
  const search = { site, query, offset: 0, limit: MOST_OFFERED, excerpt: EXCERPT };
  return findGuides(context, search).then(
    ({ found }) => found,
    () => [],
  );
}

async function findThanks(receipts: Receipts, { query, site }: PageCall): Promise<Thanks | undefined> {
  for (const [parameter, thanks] of Object.entries(THANKS)) {
    const receipt = query.first(parameter);
    if (receipt && (await receipts.isValid(receipt, subjectOf(site, thanks)))) return thanks;
  }
  return undefined;
}

function subjectOf({ id }: Site, thanks: Thanks): string {
  return `contact ${id}, ${thanks}`;
}
