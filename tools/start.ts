/** `npm start`: builds what is missing, runs service and proxy, and prints the one address to open. */
import { readEnvFile } from '#host/envFile.ts';
import { buildConsole } from './build.ts';
import { readPlaces } from './places.ts';
import { demoAccount, seedDemo } from './seed.ts';
import { portTaken, startStack } from './stack.ts';

readEnvFile();
const started = Date.now();
const demo = process.argv.includes('--demo');
const places = readPlaces();

for (const [port, setting] of [
  [places.servicePort, 'SERVICE_PORT'],
  [places.proxyPort, 'PROXY_PORT'],
] as const)
  if (await portTaken(port)) {
    console.error(
      `Port ${port} is taken by another program. Choose another one: ${setting}=${port + 1} npm start`,
    );
    process.exit(1);
  }

buildConsole();
const stack = await startStack({
  ...places,
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

  Mail        ${stack.outbox || 'sent by the mail server that SMTP_URL names'}
  Data, logs  ${stack.dataDir}
  Stop with Ctrl-C.${demo ? `\n\n  Demo sign-in: ${demoAccount.email}, password ${demoAccount.password}` : ''}
`);
