/** A client for scripts: HTTP Basic through the proxy, answers parsed by the contract. */
import { randomUUID } from 'node:crypto';
import { createClient } from '@cloakroom/client/client.ts';
import { followJob } from '@cloakroom/client/followJob.ts';
import type { BytesBody } from '@cloakroom/client/types.ts';
import { createDataset, Dataset } from '@cloakroom/contract/datasets.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { waivePhrase } from '@cloakroom/contract/keyring.ts';
import { getJob, uploadJob, type Job } from '@cloakroom/contract/jobs.ts';
import { getOutboxMail, listOutbox } from '@cloakroom/contract/outbox.ts';
import { idempotencyKeyHeader } from '@cloakroom/contract/idempotency.ts';
import { verifyRegistration, register } from '@cloakroom/contract/registration.ts';
import { createSchema, Schema } from '@cloakroom/contract/schemas.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import type { Stack } from './stack.ts';

export type Account = { email: string; password: string };

/** Calls endpoints of one running Cloakroom, with an account or without. */
export function client(url: string, account?: Account) {
  const authorization =
    account && `Basic ${Buffer.from(`${account.email}:${account.password}`).toString('base64')}`;
  const { call, list, listAll } = createClient({
    baseUrl: url,
    ...(authorization && { headers: { authorization } }),
  });

  /** Sends an untyped request. @throws {Error} with status and text if it does not succeed. */
  const send = async (method: string, path: string, body?: BytesBody, type = 'application/json') => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(authorization ? { authorization } : {}),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined
        ? {}
        : { body: body as NonNullable<RequestInit['body']>, duplex: 'half' as const }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer;
  };

  /** Uploads a body under a new idempotency key, and waits until its job ends. */
  async function upload(schema: string, body: BytesBody, type: string): Promise<Job> {
    const headers = { 'Content-Type': type, [idempotencyKeyHeader]: randomUUID() };
    const { job_id: id } = await call(uploadJob, { query: { schema }, body, headers });
    return followJob(() => call(getJob, { params: { id } }), { intervalMs: 100 });
  }

  return { call, list, listAll, send, upload };
}

export type Client = ReturnType<typeof client>;

/** Signs up and follows the activation link from the outbox, as a person would; does nothing if the account can sign in already. */
export async function ensureAccount(
  { url, outbox }: Pick<Stack, 'url' | 'outbox'>,
  account: Account,
  names: { first_name: string; last_name: string; organization_name: string },
): Promise<Client> {
  const signedIn = client(url, account);
  const known = await signedIn.call(getSelf).then(
    () => true,
    () => false,
  );
  if (known) return signedIn;
  const anyone = client(url);
  await anyone.call(register, { body: { ...names, ...account, password_confirm: account.password } });
  const link = await findMailedLink(outbox, account.email, '/accounts/activate');
  if (!link) throw new Error(`No activation link for ${account.email} in the outbox.`);
  const query = new URLSearchParams(link.split('?')[1]);
  const parameter = (name: string) => query.get(name) ?? '';
  await anyone.call(verifyRegistration, {
    body: {
      user_id: parameter('user_id'),
      timestamp: parameter('timestamp'),
      signature: parameter('signature'),
    },
  });
  return signedIn;
}

/** The bodies of the mails to an address in the outbox, newest first. @param outbox - the outbox's address with its token. */
export async function mailsTo(outbox: string, email: string): Promise<string[]> {
  const { origin, searchParams } = new URL(outbox);
  const { call } = createClient({ baseUrl: origin });
  const query = { token: searchParams.get('token') ?? '' };
  const mails = (await call(listOutbox, { query })).filter(({ to }) => to === email);
  return Promise.all(
    mails.map(async ({ id }) => (await call(getOutboxMail, { params: { id }, query })).text),
  );
}

/** The newest link to a page that was mailed to an address, as path and query; undefined when there is none. */
export async function findMailedLink(
  outbox: string,
  email: string,
  page: string,
): Promise<string | undefined> {
  const link = new RegExp(`${page}\\?\\S+`);
  const found = (await mailsTo(outbox, email)).map((text) => link.exec(text)?.[0]);
  return found.find((each) => each !== undefined);
}

/** Skips the confirmation of the recovery words, which the console asks for before the first upload. */
export const waiveRecoveryWords = (person: Client) => person.call(waivePhrase);

/** The id of the signed-in person's first organization. */
export async function organizationOf(person: Client): Promise<string> {
  const [first] = (await person.call(getSelf)).organizations;
  const reference = typeof first === 'string' ? first : first?.url;
  if (reference === undefined) throw new Error('This account belongs to no organization.');
  return reference;
}

/** Creates a dataset and a schema in it. */
export async function makeSchema(
  person: Client,
  names: { dataset: string; schema: string; description?: string },
  definition: JsonSchema,
): Promise<{ dataset: Dataset; schema: Schema }> {
  const organization = await organizationOf(person);
  const description = names.description ?? '';
  const dataset = await person.call(createDataset, {
    body: { name: names.dataset, description, organization },
  });
  const schema = await person.call(createSchema, {
    body: { dataset: dataset.url, name: names.schema, description, schema: definition },
  });
  return { dataset, schema };
}
