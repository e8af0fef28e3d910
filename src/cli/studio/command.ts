import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { InputError } from '../../errors.js';
import { exitCodes } from '../exit-codes.js';
import type { AddCommand } from '../program.js';
import type { Terminal } from '../terminal.js';
import { integerFrom } from '../values.js';
import { studioPages } from './pages.js';
import { staticServer } from './static-server.js';

const examples = `
Examples:
  stickslip studio               serves the studio on http://127.0.0.1:4173 until Ctrl+C
  stickslip studio --port 0      on any free port

The pages are in a package of their own: npm install stickslip-studio. In a clone they are there after npm ci.`;

/** `stickslip studio`: the studio in the browser. */
export const addStudio: AddCommand = (program, { terminal, finish }) => {
  program
    .command('studio')
    .description('serve the studio on this machine and say where')
    .option('--port <P>', 'port', portNumber, 4173)
    .addHelpText('after', examples)
    .action(async ({ port }: { port: number }) => finish(await serveStudio(terminal, port)));
};

function portNumber(text: string): number {
  const port = integerFrom(0)(text);
  if (port > 65535) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}

/** Serves until the process is told to stop. */
async function serveStudio(terminal: Terminal, port: number): Promise<number> {
  const server = staticServer(studioPages());
  await listen(server, port);
  terminal.out(`stickslip studio: http://127.0.0.1:${(server.address() as AddressInfo).port}/ (Ctrl+C stops it)\n`);
  await stopped(server);
  return exitCodes.done;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const found = error.code === 'EADDRINUSE' ? `${port} is in use` : error.message;
      const hint = 'another one, or --port 0 for any';
      const problem = { path: '--port', expected: 'a free port', found, hint };
      reject(new InputError('cannot serve the studio', [problem], { cause: error }));
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

/** Waits for SIGINT or SIGTERM, then closes the server and its open connections. */
function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      server.close(() => resolve());
      server.closeAllConnections();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
