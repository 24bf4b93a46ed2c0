import type { AuthenticationResponseJSON } from '@guidepost/staff/sign-in';
import type { DeskEndpoint, Visit } from '../requests/calls.ts';
import { readJson } from '../requests/read-json.ts';
import { scriptAnswer } from '../requests/script-errors.ts';
import { nextAddress } from './next-address.ts';
import type { SignInOptions } from './sign-in-options.ts';
import { visitorOf } from './visitor.ts';

export const MAX_CREDENTIAL_BYTES = 20_000;

/** Signing in with a passkey: what the browser needs for it, and what it answers. */
export function passkeySignIn(options: SignInOptions): DeskEndpoint<Visit> {
  const { staff, clients, sessions } = options;
  return {
    async get({ request }) {
      return scriptAnswer(200, await staff.passkeys.signInOptions(clients.addressOf(request)));
    },
    async send(visit) {
      // The library checks its shape.
      const credential = (await readJson(visit.request, MAX_CREDENTIAL_BYTES)) as AuthenticationResponseJSON;
      const secret = await staff.passkeys.signIn(credential, visitorOf(visit, options));
      sessions.begin(visit.response, secret);
      return scriptAnswer(200, { next: nextAddress(visit) });
    },
  };
}
