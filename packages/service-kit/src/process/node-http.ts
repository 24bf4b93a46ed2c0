/** `node:http`, not imported: an import reads all that a module exports, and so loads Node's WebSocket client, of 4 MB. */
export const nodeHttp = process.getBuiltinModule('node:http');
