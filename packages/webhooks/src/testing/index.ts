export { type Received, type Receiver, startReceiver } from './receiver.ts';
