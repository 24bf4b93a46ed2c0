import {
  type AnswerRequest,
  type Representation,
  type ResourceHandlers,
  showErrorsBy,
} from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Response } from 'express';
import type { DeskEndpoint, DeskTenant, Visit } from './calls.ts';
import { type Admit, type AnswersOptions, makeChange, openVisit } from './entrances.ts';
import { checkScriptToken, refuseOtherSites } from './forms.ts';
import { representScriptError } from './problems.ts';
import { requireOwnAddress, visitOf } from './visits.ts';

/** Who may call an endpoint. */
export interface ScriptEntrance<Call, Words extends object> {
  admit: Admit<Call, Words>;
  /** Whether changes need the token of the session, if there is one. */
  hasToken: boolean;
}

/** The handlers of an endpoint for scripts; its errors are JSON. */
export function scriptHandlers<Tenant extends DeskTenant, Words extends object, Call extends Visit<Words>>(
  options: AnswersOptions<Tenant, Words>,
  { get, send, roles }: DeskEndpoint<Call>,
  { admit, hasToken }: ScriptEntrance<Call, Words>,
): ResourceHandlers {
  const callOf = async (request: Request, response: Response) => {
    requireOwnAddress(request.headers, options.deskUrl);
    const call = await admit(await openVisit(options, request, response), roles);
    if (!call) throw new AppError('unauthorized', 'You have been signed out.');
    return call;
  };
  const read = get && scriptAnswer(options, async (...sent) => get(await callOf(...sent)));
  const change =
    send &&
    scriptAnswer(options, async (request, response) => {
      const call = await callOf(request, response);
      refuseOtherSites(request);
      if (hasToken && call.session) checkScriptToken(request, call.session);
      return makeChange(options, call, () => send(call));
    });
  return { ...(read && { get: read }), ...(change && { post: change }) };
}

function scriptAnswer<Tenant extends DeskTenant, Words extends object>(
  { phrasingOf }: AnswersOptions<Tenant, Words>,
  work: (request: Request, response: Response) => Promise<Representation>,
): AnswerRequest {
  return async (request, response) => {
    const { phrasing } = visitOf(request, response, phrasingOf);
    return showErrorsBy(
      (error) => representScriptError(error, phrasing),
      () => work(request, response),
    );
  };
}
