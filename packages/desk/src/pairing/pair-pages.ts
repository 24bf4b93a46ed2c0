import type { IncomingHttpHeaders } from 'node:http';
import { type ResourceHandlers, readBody, securityHeaders } from '@guidepost/http';
import {
  answerQuestion,
  isInTime,
  type PairAnswers,
  type ReadTicket,
  readTicket,
  SIGNATURE,
  signTicket,
  type Ticket,
} from '@guidepost/pairing';
import { AppError } from '@guidepost/service-kit';
import { isLoopback } from '@guidepost/staff';
import type { DeskOptions } from '../desk-options.ts';
import { answerInvitation } from '../people/invite-to-partner.ts';
import type { BrowserSessions } from '../requests/browser-sessions.ts';
import type { DeskCall, DeskPage, DeskPairing, DeskTenant, Visit } from '../requests/calls.ts';

type Options = Pick<DeskOptions<DeskTenant>, 'service' | 'staff' | 'findTenant' | 'deskUrl'> & {
  sessions: BrowserSessions;
  pairing: DeskPairing;
};

/** The names of a knowledge base and a forum that belong together. */
function namesOf({
  service,
  key,
  partner,
}: {
  service: DeskOptions['service'];
  key: string;
  partner: string;
}) {
  return service === 'kb' ? { host: key, slug: partner } : { host: partner, slug: key };
}

/**
 * Leads a person to the desk of the other service: a form that posts a ticket there, since a ticket in an address would
 * stay in histories and logs. Those who came from there go back without one.
 */
export function passPage({ service, staff, deskUrl, pairing: { pair } }: Options): DeskPage<DeskCall> {
  return {
    async post({ request, session, tenant: { id, partner, ...tenant }, role, phrasing }) {
      const key = tenant.mainKey ?? tenant.key;
      if (!partner) throw new AppError('not-found', 'There is nothing at this address.');
      const { desk } = await pair.ask('about', {});
      const { origin } = new URL(desk);
      const to = pair.service === 'kb' ? 'forum' : 'kb';
      const view = (action: string, ticket?: string) => ({
        template: '@pass',
        title: phrasing.words.services[to],
        content: { action, ticket, goOn: phrasing.words.services[to] },
        foreign: { 'form-action': origin },
        // Browsers then tell the other desk which one the ticket comes from.
        headers: { 'Referrer-Policy': 'strict-origin' },
      });
      if (session.isPassed) return view(`${origin}/desk/${to}/${encodeURIComponent(partner)}`);
      await staff.passes.leave({ tenantId: id, session, role });
      const ticket: Ticket = {
        from: pair.service,
        to,
        desk: originOf(request.headers, deskUrl),
        email: session.person.email,
        name: session.person.name,
        session: session.id,
        ...namesOf({ service, key, partner }),
      };
      return view(`${origin}/desk/arrive`, signTicket(pair.secret, ticket));
    },
  };
}

/** The origin of the page that sends the ticket; browsers do not tell it to the page before. */
function originOf({ host }: IncomingHttpHeaders, deskUrl: string): string {
  // On this machine, localhost and 127.0.0.1 are the same desk.
  return isLoopback(deskUrl) && host !== undefined ? `http://${host}` : deskUrl;
}

/** Takes a ticket from the desk of the other service. */
export function arrivePage(options: Options): DeskPage<Visit> {
  const { service, staff, sessions, findTenant, pairing } = options;
  return {
    async post({ form, request, response, session }) {
      const ticket = readTicket(pairing.pair.secret, form.first('ticket') ?? '');
      const [key, partner] = service === 'kb' ? [ticket.host, ticket.slug] : [ticket.slug, ticket.host];
      const tenant = await findTenant(key);
      if (!tenant || tenant.partner !== partner) throw notPaired();
      const there = { seeOther: `/desk/${service}/${encodeURIComponent(tenant.key)}` };
      const isHere =
        session?.person.email === ticket.email &&
        session.memberships.some(({ tenantId }) => tenantId === tenant.id);
      if (isHere && !session.isPassed) return there;
      const secret = await staff.passes.arrive({
        tenantId: tenant.id,
        email: ticket.email,
        name: ticket.name,
        session: ticket.session,
        hash: ticket.hash,
        problem: problemOf(ticket, { service, origin: request.headers.origin }),
        userAgent: request.headers['user-agent'],
        token: sessions.secretOf(request),
      });
      sessions.begin(response, secret);
      return there;
    },
  };
}

function problemOf(
  ticket: ReadTicket,
  { service, origin }: { service: DeskOptions['service']; origin: string | undefined },
): string | undefined {
  if (ticket.to !== service) return 'the ticket is for another desk';
  if (!isInTime(ticket)) return 'the ticket is too old';
  if (origin !== ticket.desk) return 'the ticket was sent by another site';
  return undefined;
}

function notPaired(): AppError {
  return new AppError('forbidden', 'The two do not belong together.', { reason: 'passNotPaired' });
}

const LONGEST_QUESTION = 100_000;

/** Answers the other service. */
export function pairEndpoint({
  service,
  staff,
  findTenant,
  pairing: { pair, answers },
}: Options): ResourceHandlers {
  const all: PairAnswers = {
    ...answers,
    session: async (session) => ({ open: await staff.sessions.isOpen(session) }),
    invite: (invitation) => answerInvitation({ staff, findTenant }, invitation),
  };
  return {
    async post(request) {
      const body = await readBody(request, {
        accepts: (type) => type?.split(';')[0] === 'application/json',
        expected: 'application/json',
        maximumBytes: LONGEST_QUESTION,
      });
      const signature = request.headers[SIGNATURE];
      const answer = await answerQuestion(
        { service, secret: pair.secret, answers: all },
        { body: String(body ?? ''), signature: typeof signature === 'string' ? signature : undefined },
      );
      const headers = {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        [SIGNATURE]: answer.signature,
        ...securityHeaders(),
      };
      return { status: 200, headers, body: answer.body };
    },
  };
}
