import { createServer } from 'node:http';

// The baseline: plain node:http, sending the last bytes from its parent.
let answer = { status: 200, headers: {}, body: Buffer.alloc(0) };
const server = createServer((_request, response) =>
  response.writeHead(answer.status, answer.headers).end(answer.body),
);
process.on('message', ({ status, headers, body }) => {
  answer = { status, headers, body: Buffer.from(body, 'base64') };
  process.send?.('ready');
});
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`));
