/** `npm start`: builds what is missing, runs service and proxy, and prints the one address to open. */
import { resolve } from 'node:path';
import { readEnvFile } from '#host/envFile.ts';
import { buildConsole } from './build.ts';
import { demoAccount, seedDemo } from './seed.ts';
import { portTaken, startStack } from './stack.ts';

readEnvFile();
const started = Date.now();
const demo = process.argv.includes('--demo');
const dataDir = resolve(process.env.DATA_DIR ?? 'data');
const servicePort = Number(process.env.SERVICE_PORT ?? 8000);
const proxyPort = Number(process.env.PROXY_PORT ?? 8080);

for (const [port, setting] of [
  [servicePort, 'SERVICE_PORT'],
  [proxyPort, 'PROXY_PORT'],
] as const)
  if (await portTaken(port)) {
    console.error(
      `Port ${port} is taken by another program. Choose another one: ${setting}=${port + 1} npm start`,
    );
    process.exit(1);
  }

buildConsole();
const stack = await startStack({
  dataDir,
  servicePort,
  proxyPort,
  quiet: true,
  env: demo ? { DEMO_EMAIL: demoAccount.email, DEMO_PASSWORD: demoAccount.password } : {},
  onRestart: (name, code) => console.error(`The ${name} ended (${code}); starting it again.`),
});

const stop = () => void stack.stop().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);

if (demo) await seedDemo(stack);

console.log(`
  Cloakroom is ready after ${((Date.now() - started) / 1000).toFixed(1)} s:  ${stack.url}

  Mail        ${stack.url}/outbox/
  Data, logs  ${stack.dataDir}
  Stop with Ctrl-C.${demo ? `\n\n  Demo sign-in: ${demoAccount.email}, password ${demoAccount.password}` : ''}
`);
