import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { type Server, type ServerResponse, createServer } from 'node:http';
import path from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** The file that an address means, or undefined where it leads out of the folder or to nothing. */
export async function fileOf(folder: string, url: string): Promise<string | undefined> {
  let name: string;
  try {
    name = decodeURIComponent(url.split(/[?#]/, 1)[0]);
  } catch {
    return undefined;
  }
  if (!name.startsWith('/') || name.includes('\0') || name.includes('\\')) return undefined;
  // refused as asked for, rather than resolved into something harmless
  if (name.split('/').includes('..')) return undefined;
  const asked = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(asked)]);
    if (!real.startsWith(root + path.sep)) return undefined;
    return (await stat(real)).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What pages may load and do: their own files, WebAssembly, workers and pictures that they make themselves; nothing from or
 * to other places, so that a scene or a recording that somebody sent cannot call home. The same stands in the page
 * (src/studio/index.html), for when it is served by others; only a server can say who may frame it.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval' blob:",
  'worker-src blob: data:',
  // elements are given sizes and colours by their style
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Whether a request is for this machine by one of its own names. Others come from a page elsewhere whose name was made to
 * point here (DNS rebinding): that page would else read what is served. Any port: it may be forwarded.
 */
export function isOwnHost(host: string | undefined): boolean {
  return host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host);
}

/** Serves the files of a folder, and nothing else. Listens when told to. */
export function staticServer(folder: string): Server {
  return createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    // contents are what their type says, whatever they look like
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('content-security-policy', policy);
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    if (!isOwnHost(request.headers.host)) {
      refuse(response, 403, 'the studio answers to 127.0.0.1 and localhost only');
      return;
    }
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      refuse(response, 405, 'only GET and HEAD');
      return;
    }
    void fileOf(folder, url).then((file) => {
      if (file === undefined) refuse(response, 404, 'nothing there');
      else answer(response, file, method === 'HEAD');
    });
  });
}

function answer(response: ServerResponse, file: string, headOnly: boolean): void {
  response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
  // names with a hash in them never change
  const hashed = /-[\w-]{8}\.\w+$/.test(file);
  response.setHeader('cache-control', hashed ? 'max-age=31536000, immutable' : 'no-cache');
  // the page is isolated from other origins, so that shared memory may be used
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cross-origin-embedder-policy', 'require-corp');
  if (headOnly) {
    response.end();
    return;
  }
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}
