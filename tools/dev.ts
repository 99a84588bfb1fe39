/** `npm run dev`: service and proxy as in `npm start`, the console with hot reload in front of them. */
import { createServer } from 'vite';
import { readEnvFile } from '@cloakroom/server-kit/envFile.ts';
import { runProgram, unlessAborted } from '@cloakroom/server-kit/lifecycle.ts';
import { endWithNpm } from './ancestors.ts';
import { readPlaces } from './places.ts';
import { demoAccount, seedDemo } from './seed.ts';
import { startStack } from './stack.ts';

endWithNpm();
runProgram('The development server', async ({ signal, onEnd }) => {
  readEnvFile();
  const stack = await startStack({
    ...readPlaces(),
    signal,
    env: { DEMO_EMAIL: demoAccount.email, DEMO_PASSWORD: demoAccount.password },
    onRestart: (sentence) => console.error(sentence),
  });
  onEnd(() => stack.stop());
  await unlessAborted(seedDemo(stack), signal);
  const target = { target: stack.url, changeOrigin: true, headers: { origin: stack.url } };
  const server = await createServer({
    server: {
      port: Number(process.env.DEV_PORT ?? 5173),
      strictPort: true,
      proxy: { '/api/ws': { ...target, ws: true }, '/api': target },
    },
  });
  onEnd(() => server.close());
  await server.listen();
  server.printUrls();
  if (stack.outbox) console.log(`  Mail: ${stack.outbox}`);
});
