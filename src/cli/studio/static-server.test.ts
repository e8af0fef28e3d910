import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staticServer } from './static-server.js';

const home = mkdtempSync(path.join(os.tmpdir(), 'stickslip-server-'));
const folder = path.join(home, 'studio');
const server = staticServer(folder);
let port = 0;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(home, 'secret.txt'), 'secret');
  writeFileSync(path.join(home, 'studio-secret.txt'), 'secret');
  writeFileSync(path.join(folder, 'index.html'), '<p>studio</p>');
  writeFileSync(path.join(folder, 'assets', 'a b.js'), 'let a;');
  symlinkSync(path.join(home, 'secret.txt'), path.join(folder, 'link.txt'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true });
});

/** Asks with the path as it is: clients like fetch tidy it up. */
function get(
  url: string,
  method = 'GET',
  host?: string,
): Promise<{ status: number; text: string; type: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: url, method, headers: { ...(host && { host }) } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => {
        const { statusCode, headers } = answer;
        resolve({ status: statusCode!, text, type: headers['content-type'] ?? '', headers });
      });
    })
      .on('error', reject)
      .end();
  });
}

describe('static server', () => {
  it('serves the files of its folder', async () => {
    expect(await get('/')).toMatchObject({ status: 200, text: '<p>studio</p>', type: 'text/html; charset=utf-8' });
    expect(await get('/index.html?x=1')).toMatchObject({ status: 200, text: '<p>studio</p>' });
    expect(await get('/assets/a%20b.js')).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' });
    expect(await get('/', 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/../studio-secret.txt',
    '/../studio/index.html',
    '//etc/passwd',
    '/%00/index.html',
    '/%zz',
    '/link.txt',
    '/assets',
    '/none.txt',
  ])('answers %s with nothing', async (url) => {
    expect(await get(url)).toMatchObject({ status: 404, text: 'nothing there\n' });
  });

  it.each([
    'evil.example',
    'evil.example:4173',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '10.0.0.1',
    '[::2]:1',
  ])('does not answer to the name %s', async (host) => {
    const { status, text } = await get('/index.html', 'GET', host);
    expect([status, text]).toEqual([403, expect.not.stringContaining('<p>')]);
  });

  it.each(['localhost', 'LOCALHOST:80', '127.0.0.1:8080', '[::1]:4173'])('answers to %s', async (host) => {
    expect(await get('/index.html', 'GET', host)).toMatchObject({ status: 200 });
  });

  it.each(['/', '/none.txt', '/assets/a%20b.js'])('lets pages load nothing from elsewhere: %s', async (url) => {
    const { headers } = await get(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = headers['content-security-policy'] as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'|script-src[^;]*'unsafe-inline'/);
  });

  it('takes no other methods', async () => {
    expect(await get('/index.html', 'PUT')).toMatchObject({ status: 405 });
  });
});
