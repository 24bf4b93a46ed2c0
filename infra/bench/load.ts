import { Agent, get, type RequestOptions } from 'node:http';

export interface Load {
  /** Asked for in turn. */
  urls: readonly string[];
  headers?: Record<string, string>;
  requests: number;
  concurrency: number;
}

/** Sends requests over connections that are kept open; every answer has to be a 200. */
export async function applyLoad({ urls, headers = {}, requests, concurrency }: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let sent = 0;
  const worker = async (): Promise<void> => {
    while (sent < requests) await requestOnce(urls[sent++ % urls.length] ?? '', { agent, headers });
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
}

/** Reads a whole answer, which has to be a 200; else the cause of the error is its status. */
export function requestOnce(url: string, options: RequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      const { statusCode: status } = response;
      if (status !== 200) reject(new Error(`${url} answered ${status}`, { cause: status }));
      response.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}
