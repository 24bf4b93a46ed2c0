export {
  type DeskClient,
  type ServedDesk,
  signIn,
  signInThroughProvider,
  trustedOrigin,
} from './desk-client.ts';
