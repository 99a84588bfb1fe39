/**
 * `npm run dev`: service and proxy as in `npm start`, restarted when their sources change; the console with hot reload in front
 * of them.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createServer } from 'vite';
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { runProgram, rejectOnAbort } from '@cloakroom/server-kit/lifecycle.ts';
import { endWithNpm } from './endWithNpm.ts';
import type { Program } from './program.ts';
import { demoAccount, seedDemo } from './seed.ts';
import { readStackSettings, startStack } from './stack.ts';

/** Changes within this time, as from a switch of branches, restart a program once. */
const settleMs = 200;

endWithNpm();
runProgram('The development server', async ({ signal, onEnd }) => {
  readEnvFile();
  const stack = await startStack({
    ...readStackSettings(),
    signal,
    env: { DEMO_EMAIL: demoAccount.email, DEMO_PASSWORD: demoAccount.password },
    onRestart: (sentence) => console.error(sentence),
  });
  onEnd(() => stack.stop());
  await rejectOnAbort(seedDemo(stack), signal);
  const target = { target: stack.url, changeOrigin: true, headers: { origin: stack.url } };
  const server = await createServer({
    server: {
      port: Number(process.env.DEV_PORT ?? 5173),
      strictPort: true,
      proxy: { '/api/ws': { ...target, ws: true }, '/api': target },
    },
  });
  onEnd(() => server.close());
  const onChange = [
    restartOnChange('service', stack.service, signal),
    restartOnChange('proxy', stack.proxy, signal),
  ];
  server.watcher.on('all', (_event, file) => {
    const path = relative(server.config.root, file);
    for (const each of onChange) each(path);
  });
  await server.listen();
  server.printUrls();
  if (stack.outbox) console.log(`  Mail: ${stack.outbox}`);
});

/** Returns a listener for changed files: it restarts the program if the file is in the program's package or in one that it depends on. */
function restartOnChange(name: string, program: Program, signal: AbortSignal): (path: string) => void {
  const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const usedPackages = [
    name,
    ...Object.keys(manifest.dependencies).map((each) => each.replace('@cloakroom/', '')),
  ];
  let timer: NodeJS.Timeout | undefined;
  let restarted = Promise.resolve();
  const restart = async () => {
    if (signal.aborted) return;
    try {
      await program.restart();
      console.log(`Restarted the ${name}: its sources changed.`);
    } catch (error) {
      console.error(`The ${name} isn’t restarted. ${(error as Error).message}`);
    }
  };
  return (path) => {
    const [folder, changed = ''] = path.split(/[/\\]/);
    if (folder !== 'packages' || !usedPackages.includes(changed) || !/\.(ts|mjs|json|sql)$/.test(path))
      return;
    clearTimeout(timer);
    timer = setTimeout(() => (restarted = restarted.then(restart)), settleMs);
  };
}
