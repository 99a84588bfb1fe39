import { expect, test } from 'vitest';
import { proxyCommands, systemOf } from '#src/features/proxy/proxyCommands.ts';

const proxyUrl = 'http://localhost:8080';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'unix'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'unix'],
])('finds the system of %s', (userAgent, system) => {
  expect(systemOf(userAgent)).toBe(system);
});

test('sets the address of the service in the syntax of the system’s shell', () => {
  const addresses = { service: 'https://records.example.org', proxyUrl };
  expect(proxyCommands('unix', addresses).start).toBe(
    'UPSTREAM=https://records.example.org npx tsx packages/proxy/main.ts',
  );
  expect(proxyCommands('windows', addresses).start).toBe(
    "$env:UPSTREAM='https://records.example.org'; npx tsx packages/proxy/main.ts",
  );
});

test('names the port of a proxy that doesn’t listen on 8080', () => {
  const addresses = { service: 'http://127.0.0.1:9400', proxyUrl: 'http://localhost:9480' };
  expect(proxyCommands('unix', addresses).start).toBe(
    'UPSTREAM=http://127.0.0.1:9400 PROXY_PORT=9480 npx tsx packages/proxy/main.ts',
  );
});

test('leaves the address of the service open where the page doesn’t know it', () => {
  expect(proxyCommands('unix', { service: undefined, proxyUrl }).start).toContain('UPSTREAM=https://…');
});
