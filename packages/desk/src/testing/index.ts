export { type DeskClient, type ServedDesk, signIn, trustedOrigin } from './desk-client.ts';
