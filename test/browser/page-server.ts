import { readFileSync, statSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Nothing but what the page's own server sends: no inline scripts, no eval, no blobs. */
export const strictPolicy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self'; style-src 'self'";

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
};

/** Serves files of a folder with given headers, on this machine only. */
export async function servePages(folder: string, headers: Record<string, string> = {}): Promise<Server> {
  const server = createServer((request, response) => {
    const name = path.normalize(decodeURIComponent(request.url!.split('?')[0]));
    const file = path.join(folder, name === '/' ? 'index.html' : name);
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
    // browsers ask for an icon of every page
    response.writeHead(found ? 200 : name === '/favicon.ico' ? 204 : 404, {
      'Content-Type': types[path.extname(file)] ?? 'text/plain',
      ...headers,
    });
    response.end(found ? readFileSync(file) : '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

export const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
