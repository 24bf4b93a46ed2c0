import { NodeSDK } from '@opentelemetry/sdk-node';

/** @returns what sends the rest and ends it */
export function startSdk(serviceName: string | undefined): () => Promise<void> {
  // The log goes to standard output, as ever.
  const sdk = new NodeSDK({ logRecordProcessors: [], ...(serviceName && { serviceName }) });
  sdk.start();
  return () => sdk.shutdown();
}
