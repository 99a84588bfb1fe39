/** Journeys run against the real service and proxy: one pair for each worker, with its own data folder. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { ensureAccount, waiveRecoveryWords, type Client } from '../../tools/client.ts';
import { freePorts, startStack, type Stack } from '../../tools/stack.ts';
import { makeSample, type Sample } from './sample.ts';
import { makeKeys } from './keys.ts';

/** A person with an activated account and an organization, and a client with their credentials. */
export type Person = { email: string; password: string; name: string; organization: string; api: Client };

type Fixtures = {
  /** Creates a new account with a unique address. */
  person: (name: string) => Promise<Person>;
};

let people = 0;

type Ports = Awaited<ReturnType<typeof freePorts>>;

type WorkerFixtures = {
  stack: Stack;
  /** The ports of the stack's programs. */
  ports: Ports;
  /** Additional settings of the stack. */
  stackEnv: NodeJS.ProcessEnv;
  /** An organization with accounts and data, created on first use. */
  sample: Sample;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  ports: [async ({}, use) => use(await freePorts()), { scope: 'worker' }],
  stackEnv: [{}, { scope: 'worker', option: true }],
  stack: [
    async ({ ports, stackEnv }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'cloakroom-e2e-'));
      // The embedded database runs as another user, who needs access.
      chmodSync(dataDir, 0o755);
      const stack = await startStack({ dataDir, ...ports, quiet: true, env: stackEnv });
      await use(stack);
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  sample: [
    async ({ stack }, use) => {
      const sample = await makeSample(stack);
      await makeKeys(stack, sample);
      await use(sample);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  person: async ({ stack }, use) => {
    await use(async (name) => {
      people += 1;
      const account = {
        email: `${name.toLowerCase()}.${people}.${Date.now()}@example.org`,
        password: 'correct horse battery',
      };
      const organization = `${name} ${people} Clinic`;
      const api = await ensureAccount(stack, account, {
        first_name: name,
        last_name: 'Tester',
        organization_name: organization,
      });
      await waiveRecoveryWords(api);
      return { ...account, name: `${name} Tester`, organization, api };
    });
  },
});

export { expect } from '@playwright/test';

/** Signs in through the form. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  const field = page.getByLabel('Password', { exact: true });
  await field.fill(password);
  // Enter instead of a click, because the note about the demo may still appear and move the form.
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
}
