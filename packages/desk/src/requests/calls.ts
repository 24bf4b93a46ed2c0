import type { IncomingMessage } from 'node:http';
import { type MultipartForm, parseJson, type Query, type Representation, readBody } from '@guidepost/http';
import type { DeskPhrasing } from '@guidepost/i18n';
import type { Pair, PairAnswers } from '@guidepost/pairing';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Role } from '@guidepost/staff';
import type { Session } from '@guidepost/staff/sign-in';
import type { Request, Response } from 'express';
import type { Done, View } from '../layout/view.ts';

/** The tenant of a desk: a knowledge base, or a forum account. */
export interface DeskTenant {
  id: number;
  /** In addresses. */
  key: string;
  /** The key of the whole, for a part of a tenant such as one of its languages. */
  mainKey?: string;
  name: string;
  accentColor: string;
  /** The key of the forum of a knowledge base, or of the knowledge base of a forum, in the other service. */
  partner?: string | undefined;
  /** BCP 47, the main one first: people may be limited to some of several. */
  languages?: readonly string[];
  /** Whether the same people may work on others, too. */
  hasSiblings?: boolean;
  /** The address of its public pages, if it has any. */
  site?: string | undefined;
}

/** The other service, if there is one. */
export interface DeskPairing {
  readonly pair: Pair;
  /** The answers of this service to the other one, beside those about its people. */
  readonly answers: Omit<PairAnswers, 'session' | 'invite'>;
}

/** Any request for the desk. */
export interface Visit<Words extends object = object> {
  readonly request: Request;
  /** For cookies. */
  readonly response: Response;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly phrasing: DeskPhrasing<Words>;
  /** Undefined for those who are not signed in. */
  readonly session?: Session | undefined;
}

/** A request of someone who is signed in. */
export interface PersonCall<Words extends object = object> extends Visit<Words> {
  readonly session: Session;
}

/** A request of someone who works for the tenant. */
export interface DeskCall<Tenant extends DeskTenant = DeskTenant, Words extends object = object>
  extends PersonCall<Words> {
  readonly tenant: Tenant;
  readonly role: Role;
  /** BCP 47: those whose texts the person changes; null for all. */
  readonly languages: readonly string[] | null;
  /** The address of the tenant's desk: `/desk/kb/help.example.com`. */
  readonly base: string;
}

/** A form with a file on the disk, which belongs to the page that reads it. */
export interface ReceivedForm extends MultipartForm {
  readonly upload?: ReceivedFile | undefined;
}

export interface ReceivedFile {
  /** As the browser calls it. */
  readonly name: string;
  readonly path: string;
  /** The folder that it is in, alone. */
  readonly folder: string;
  /** Deletes the folder. */
  discard(): Promise<void>;
}

export type FormCall<Call extends Visit> = Call & ReceivedForm;

/** `sent`: the page has sent the response itself, such as a long download. */
export type Outcome = View | Done | Representation | 'sent';

/** A page and its forms, which call functions of features: these change things, and check what the role allows. */
export interface DeskPage<Call extends Visit> {
  /** Who may see it; all by default. */
  readonly roles?: readonly Role[];
  read?(call: Call): Promise<Outcome>;
  /** @returns where to go on, or the page again with what is wrong */
  post?(call: FormCall<Call>): Promise<Outcome>;
  /** Bytes of a form; 100,000 by default. */
  readonly maximumBytes?: number;
  /** Bytes of a larger form with files that the page gets nevertheless, so that a text is not lost; none by default. */
  readonly beginning?: number;
  /** Streams a form with a large file to the disk, for those who may send it. */
  readonly receive?: (visit: Pick<Visit, 'request' | 'response'>) => Promise<ReceivedForm>;
}

/** An endpoint for scripts of the desk. It reads bodies itself; errors are JSON. */
export interface DeskEndpoint<Call extends Visit> {
  readonly roles?: readonly Role[];
  get?(call: Call): Promise<Representation>;
  send?(call: Call): Promise<Representation>;
}

/** The number in a path. @throws AppError `not-found` for anything else */
export function pathId(path: Readonly<Record<string, string>>, name: string): number {
  const id = parseId(path[name] ?? '');
  if (id === undefined) throw new AppError('not-found', 'There is nothing at this address.');
  return id;
}

/** Reads a JSON body; undefined if there is none. @throws AppError as `readBody` and `parseJson` do */
export async function readJson(request: IncomingMessage, maximumBytes: number): Promise<unknown> {
  const body = await readBody(request, {
    accepts: (type) => type?.split(';')[0] === 'application/json',
    expected: 'application/json',
    maximumBytes,
  });
  return body && parseJson(body);
}

/** The form of a new knowledge base or forum, as it is typed. */
export interface TypedTenant {
  name: string;
  /** The host of a knowledge base, or the slug of a forum. */
  address: string;
  language: string;
  accent_color: string;
  /** The slug of a forum that is made with a knowledge base; empty for none. */
  forum: string;
}

/** How a service makes a tenant at its desk. */
export interface TenantCreation<Words extends object> {
  /** Languages to choose from, with the names that the page has for them. */
  readonly languages: (language: string) => readonly { code: string; name: string }[];
  /** Whether a forum can be made as well. */
  readonly offersForum?: () => Promise<boolean>;
  /**
   * Makes a tenant, and the person its owner.
   * @returns the path to go on at
   * @throws AppError `invalid` or `conflict` with fields of {@link TypedTenant}
   */
  readonly create: (call: PersonCall<Words>, typed: TypedTenant) => Promise<string>;
}
