import { Agent } from 'node:http';

const METHODS = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'] as const;

interface Sent {
  agent(agent: Agent): this;
}

/** Has supertest send its requests on connections that stay open; on its own it opens one for each request. */
export function keepConnections<Request extends Record<(typeof METHODS)[number], (path: string) => Sent>>(
  request: Request,
): Request {
  const agent = new Agent({ keepAlive: true });
  const kept = METHODS.map((method) => {
    const send = request[method];
    return [method, (path: string) => send(path).agent(agent)] as const;
  });
  return Object.assign(request, Object.fromEntries(kept));
}
