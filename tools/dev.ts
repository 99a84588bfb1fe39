/** `npm run dev`: service and proxy as in `npm start`, the console with hot reload in front of them. */
import { createServer } from 'vite';
import { readEnvFile } from '#host/envFile.ts';
import { readPlaces } from './places.ts';
import { demoAccount, seedDemo } from './seed.ts';
import { startStack } from './stack.ts';

readEnvFile();
const devPort = Number(process.env.DEV_PORT ?? 5173);
const stack = await startStack({
  ...readPlaces(),
  env: { DEMO_EMAIL: demoAccount.email, DEMO_PASSWORD: demoAccount.password },
  onRestart: (name, code) => console.error(`The ${name} ended (${code}); starting it again.`),
});
await seedDemo(stack);

const target = { target: stack.url, changeOrigin: true, headers: { origin: stack.url } };
const server = await createServer({
  server: {
    port: devPort,
    strictPort: true,
    proxy: { '/api/ws': { ...target, ws: true }, '/api': target, '/outbox': target },
  },
});
await server.listen();
server.printUrls();
if (stack.outbox) console.log(`  Mail: ${stack.outbox}`);

const stop = () => void Promise.all([server.close(), stack.stop()]).then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
