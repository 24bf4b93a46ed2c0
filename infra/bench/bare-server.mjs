import { createServer } from 'node:http';

// What every rate is compared with: node:http and nothing else, sending the bytes that its parent gave it last.
let answer = { headers: {}, body: Buffer.alloc(0) };
const server = createServer((_request, response) => response.writeHead(200, answer.headers).end(answer.body));
process.on('message', ({ headers, body }) => {
  answer = { headers, body: Buffer.from(body, 'base64') };
  process.send?.('ready');
});
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`));
