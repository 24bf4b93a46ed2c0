export { CLIENT, startProvider, type TestAccount } from './open-id-provider.ts';
