import { Agent } from 'node:http';

const METHODS = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'] as const;

interface Sent {
  agent(agent: Agent): this;
  set(field: string, value: string): this;
}

/**
 * Has supertest send its requests on connections that stay open, for answers that are not compressed unless a test asks for
 * it. On its own it opens a connection for each request and always accepts gzip, which takes a fifth of the time of a test.
 */
export function keepConnections<Request extends Record<(typeof METHODS)[number], (path: string) => Sent>>(
  request: Request,
): Request {
  const agent = new Agent({ keepAlive: true });
  const kept = METHODS.map((method) => {
    const send = request[method];
    return [method, (path: string) => send(path).agent(agent).set('Accept-Encoding', 'identity')] as const;
  });
  return Object.assign(request, Object.fromEntries(kept));
}
