export { type DeskClient, type ServedDesk, serve, signIn } from './desk-client.ts';
