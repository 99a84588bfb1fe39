/** `npm start`: builds what is missing, runs service and proxy, and prints the one address to open. */
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { runProgram, rejectOnAbort } from '@cloakroom/server-kit/lifecycle.ts';
import { requireFreePort } from '@cloakroom/server-kit/ports.ts';
import { endWithNpm } from './endWithNpm.ts';
import { buildConsoleIfStale } from './build.ts';
import { demoAccount, seedDemo } from './seed.ts';
import { readStackSettings, startStack } from './stack.ts';

const startedAt = Date.now();
const demo = process.argv.includes('--demo');

endWithNpm();
runProgram('Cloakroom', async ({ signal, onEnd }) => {
  readEnvFile();
  const settings = readStackSettings();
  await requireFreePort({ host: '127.0.0.1', port: settings.servicePort, setting: 'SERVICE_PORT' });
  await requireFreePort({ host: '127.0.0.1', port: settings.proxyPort, setting: 'PROXY_PORT' });
  // Another folder contains its own build.
  if (!process.env.CONSOLE_DIR) await buildConsoleIfStale(signal);
  const stack = await startStack({
    ...settings,
    quiet: true,
    signal,
    env: demo ? { DEMO_EMAIL: demoAccount.email, DEMO_PASSWORD: demoAccount.password } : {},
    onRestart: (sentence) => console.error(sentence),
  });
  onEnd(() => stack.stop());
  if (demo) await rejectOnAbort(seedDemo(stack), signal);
  signal.throwIfAborted();
  console.log(`
  Cloakroom is ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s:  ${stack.url}

  Mail        ${stack.outbox || 'sent by the mail server that SMTP_URL names'}
  Data, logs  ${stack.dataDir}
  Stop with Ctrl-C.${demo ? `\n\n  Demo sign-in: ${demoAccount.email}, password ${demoAccount.password}` : ''}
`);
});
