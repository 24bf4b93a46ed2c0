import { AppError } from '@guidepost/service-kit';
import type { Role } from '@guidepost/staff';
import type { Request, Response } from 'express';
import type { DeskOptions } from '../desk-options.ts';
import type { RepresentView } from '../layout/desk-views.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { DeskCall, DeskTenant, PersonCall, Visit } from './calls.ts';
import { visitOf } from './visits.ts';

export interface AnswersOptions<Tenant extends DeskTenant, Words extends object>
  extends Pick<
    DeskOptions<Tenant, Words>,
    'service' | 'deskUrl' | 'findTenant' | 'afterChange' | 'sections' | 'countWaiting' | 'phrasingOf'
  > {
  sessions: BrowserSessions;
  represent: RepresentView;
}

/** Turns a visit into a call; undefined if the visitor has to sign in first. */
export type Admit<Call, Words extends object> = (
  visit: Visit<Words>,
  roles?: readonly Role[],
) => Promise<Call | undefined>;

/** Any call, with the tenant if it is one for staff. */
export type SomeCall<Tenant extends DeskTenant, Words extends object> = Visit<Words> &
  Partial<Pick<DeskCall<Tenant, Words>, 'tenant' | 'base' | 'role' | 'languages'>>;

/** Opens a request: its addresses, its language and the session of the browser. */
export async function openVisit<Tenant extends DeskTenant, Words extends object>(
  { phrasingOf, sessions }: AnswersOptions<Tenant, Words>,
  request: Request,
  response: Response,
): Promise<Visit<Words>> {
  const visit = visitOf(request, response, phrasingOf);
  return { ...visit, session: await sessions.find(request, response) };
}

export async function admitAnybody<Call>(visit: Call): Promise<Call> {
  return visit;
}

export async function admitPerson<Words extends object>({
  session,
  ...visit
}: Visit<Words>): Promise<PersonCall<Words> | undefined> {
  return session && { ...visit, session };
}

/**
 * Admits people who work for the tenant in the path.
 * @throws AppError `not-found` to others, `forbidden` to other roles
 */
export function createAdmitStaff<Tenant extends DeskTenant, Words extends object>({
  service,
  findTenant,
}: AnswersOptions<Tenant, Words>): Admit<DeskCall<Tenant, Words>, Words> {
  return async (visit, roles) => {
    const call = await admitPerson(visit);
    if (!call) return undefined;
    const tenant = await findTenant(String(visit.path.tenant));
    const membership = call.session.memberships.find(({ tenantId }) => tenantId === tenant?.id);
    if (!tenant || !membership) throw new AppError('not-found', 'There is nothing at this address.');
    const { role, languages } = membership;
    if (roles && !roles.includes(role)) throw new AppError('forbidden', 'Your role does not allow this.');
    const base = `/desk/${service}/${encodeURIComponent(tenant.key)}`;
    return { ...call, tenant, role, languages, base };
  };
}

/** Makes a change, and shows it at once if it is one of a tenant. */
export async function makeChange<Tenant extends DeskTenant, Words extends object, Result>(
  { afterChange }: AnswersOptions<Tenant, Words>,
  { tenant }: SomeCall<Tenant, Words>,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = await work();
  if (tenant) await afterChange(tenant);
  return result;
}
