import type { Cookie } from '@guidepost/http';
import { LONGEST_SESSION, type Session, type Staff } from '@guidepost/staff/sign-in';
import type { Request, Response } from 'express';

/** The sessions of browsers, by a cookie. */
export interface BrowserSessions {
  /** Stores the new secret of a renewed session in the browser. */
  find(request: Request, response: Response): Promise<Session | undefined>;
  /** The secret that the browser has, valid or not. */
  secretOf(request: Request): string | undefined;
  begin(response: Response, secret: string): void;
  end(request: Request, response: Response): Promise<void>;
}

export function createBrowserSessions(staff: Pick<Staff, 'sessions'>, cookie: Cookie): BrowserSessions {
  const begin = (response: Response, secret: string) =>
    void response.appendHeader('Set-Cookie', cookie.store(secret, LONGEST_SESSION));
  return {
    async find(request, response) {
      const session = await staff.sessions.find(cookie.read(request));
      if (session?.renewedToken) begin(response, session.renewedToken);
      return session;
    },
    secretOf: (request) => cookie.read(request),
    begin,
    async end(request, response) {
      const secret = cookie.read(request);
      if (secret) await staff.sessions.end(secret);
      response.appendHeader('Set-Cookie', cookie.remove());
    },
  };
}
