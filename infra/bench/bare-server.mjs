import { createServer } from 'node:http';

// The baseline: plain node:http, sending the last bytes from its parent.
let answer = { headers: {}, body: Buffer.alloc(0) };
const server = createServer((_request, response) => response.writeHead(200, answer.headers).end(answer.body));
process.on('message', ({ headers, body }) => {
  answer = { headers, body: Buffer.from(body, 'base64') };
  process.send?.('ready');
});
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`));
