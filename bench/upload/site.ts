/** A page of the benchmark, whose server discards all received bodies. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';
import { uploadJob } from '@cloakroom/contract/jobs.ts';
import { freePort } from '#tools/stack.ts';

const html =
  '<!doctype html><title>bench</title><input type=file multiple><script type=module src=/page.js></script>';

/** Builds the page like the console and serves it. */
export async function openSite(folder: string): Promise<{ url: string; close(): void }> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      target: 'es2022',
      outDir: folder,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, 'page.ts'), output: { entryFileNames: 'page.js' } },
    },
    worker: { format: 'es' },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://here');
    if (request.method === 'POST') {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(pathname === uploadJob.path ? { job_id: 'none' } : {}));
      });
      return;
    }
    if (pathname.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(join(folder, pathname)));
    } else if (pathname === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ csrfToken: 'none' }));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
