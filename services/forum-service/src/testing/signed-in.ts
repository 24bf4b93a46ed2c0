import type supertest from 'supertest';
import { MEMBER_TOKEN } from '../posts/submission.ts';
import type { TestService } from './test-service.ts';

/** A browser in which a person is signed in to a forum. */
export interface SignedIn {
  cookie: string;
  /** The token of its forms. */
  token: string;
  get(path: string): supertest.Test;
  /** Sends a form of one of its pages. */
  send(path: string, fields?: object): supertest.Test;
}

export interface NewMember {
  slug: string;
  email: string;
  name: string;
}

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** Asks for a link, as on the page for it. */
export function askForLink({ request }: TestService, slug: string, email: string, sender = '192.0.2.1') {
  return request
    .post(`/forum/${slug}/sign-in`)
    .set({ ...SAME_ORIGIN, 'X-Forwarded-For': sender })
    .type('form')
    .send({ email });
}

/** The path of the link in the last mail to an address. */
export async function linkTo({ database }: TestService, email: string): Promise<string> {
  const { text } = await database.one<{ text: string }>(
    `select content ->> 'text' as text from outgoing_mail where recipient = $1 and cause like 'sign-in:%' order by id desc limit 1`,
    [email],
  );
  return /https?:\/\/[^/]+(\/forum\/\S+\/sign-in\/gpl_\S+)/.exec(text)?.[1] ?? '';
}

/** The cookie that a browser has after following a link. */
export async function follow({ request }: TestService, link: string): Promise<string> {
  const { headers } = await request.get(link).expect(303);
  return cookieOf(headers);
}

export async function signIn(service: TestService, { slug, email, name }: NewMember): Promise<SignedIn> {
  await askForLink(service, slug, email).expect(200);
  const cookie = await follow(service, await linkTo(service, email));
  const { headers } = await service.request
    .post(`/forum/${slug}/sign-in/confirm`)
    .set({ ...SAME_ORIGIN, Cookie: cookie })
    .type('form')
    .send({ name })
    .expect(303);
  return browserWith(service, slug, cookieOf(headers));
}

async function browserWith({ request }: TestService, slug: string, cookie: string): Promise<SignedIn> {
  const get = (path: string) => request.get(path).set('Cookie', cookie);
  const { text } = await get(`/forum/${slug}/me/account`).expect(200);
  const token = /name="member_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
  return {
    cookie,
    token,
    get,
    send: (path, fields = {}) =>
      request
        .post(path)
        .set({ ...SAME_ORIGIN, Cookie: cookie })
        .type('form')
        .send({ [MEMBER_TOKEN]: token, ...fields }),
  };
}

export function cookieOf(headers: Record<string, unknown>): string {
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? '';
}
