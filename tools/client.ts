/** A script's way to a running Cloakroom: HTTP Basic through the proxy, checked against the contract. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createDataset, Dataset } from '@cloakroom/contract/datasets.ts';
import { pathOf, type Body, type Endpoint, type Params, type Reply } from '@cloakroom/contract/endpoint.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { waivePhrase } from '@cloakroom/contract/keyring.ts';
import { getJob, uploadJob, type Job } from '@cloakroom/contract/jobs.ts';
import { getOutboxMail, listOutbox } from '@cloakroom/contract/outbox.ts';
import { repeatHeader } from '@cloakroom/contract/repeat.ts';
import { verifyRegistration, register } from '@cloakroom/contract/registration.ts';
import { createSchema, Schema } from '@cloakroom/contract/schemas.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import type { Stack } from './stack.ts';

/** What can be sent as a body. */
type Sent = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export type Account = { email: string; password: string };

/** What the far side answered when it refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

/** Call endpoints of one running Cloakroom, as nobody or as an account. */
export function client(url: string, account?: Account) {
  const authorization =
    account && `Basic ${Buffer.from(`${account.email}:${account.password}`).toString('base64')}`;

  const send = async (
    method: string,
    path: string,
    body?: Sent,
    type = 'application/json',
    more: Record<string, string> = {},
  ): Promise<Response> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(authorization ? { authorization } : {}),
        ...(body === undefined ? {} : { 'content-type': type }),
        ...more,
      },
      ...(body === undefined ? {} : { body, duplex: 'half' as const }),
    });
    if (!answer.ok) throw new Refused(answer.status, await answer.text());
    return answer;
  };

  /** Call one endpoint. @throws {Refused} on any answer but success. */
  async function call<E extends Endpoint>(
    endpoint: E,
    params: Params<E>,
    body?: Body<E>,
    search = '',
  ): Promise<Reply<E>> {
    const given: unknown = body;
    const text = given === undefined ? undefined : JSON.stringify(given);
    const answer = await send(endpoint.method, pathOf(endpoint, params) + search, text);
    return (
      endpoint.reply instanceof z.ZodType ? endpoint.reply.parse(await answer.json()) : undefined
    ) as Reply<E>;
  }

  /** Upload a body, each time one of its own, and wait until its job ends. */
  async function upload(schema: string, body: Sent, type: string): Promise<Job> {
    const key = { [repeatHeader]: randomUUID() };
    const answer = await send('POST', `${uploadJob.path}?schema=${schema}`, body, type, key);
    const { job_id } = uploadJob.reply.parse(await answer.json());
    for (;;) {
      const job = await call(getJob, { id: job_id });
      if (job.status === 'complete' || job.status === 'failed') return job;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  return { call, send, upload };
}

export type Client = ReturnType<typeof client>;

/** Sign up and follow the activation link from the outbox, as a person would; does nothing when the account works already. */
export async function ensureAccount(
  { url, outbox }: Pick<Stack, 'url' | 'outbox'>,
  account: Account,
  names: { first_name: string; last_name: string; organization_name: string },
): Promise<Client> {
  const signedIn = client(url, account);
  const known = await signedIn.call(getSelf, {}).then(
    () => true,
    () => false,
  );
  if (known) return signedIn;
  const anyone = client(url);
  await anyone.call(register, {}, { ...names, ...account, password_confirm: account.password });
  const link = await linkMailed(outbox, account.email, '/accounts/activate');
  if (!link) throw new Error(`No activation link for ${account.email} in the outbox.`);
  const query = new URLSearchParams(link.split('?')[1]);
  const part = (name: string) => query.get(name) ?? '';
  await anyone.call(
    verifyRegistration,
    {},
    { user_id: part('user_id'), timestamp: part('timestamp'), signature: part('signature') },
  );
  return signedIn;
}

/** The texts of the mails to an address, newest first, as the outbox has them. @param outbox - the address that opens it. */
export async function mailsTo(outbox: string, email: string): Promise<string[]> {
  const { origin, search } = new URL(outbox);
  const read = async <T extends z.ZodType>(path: string, shape: T): Promise<z.output<T>> => {
    const answer = await fetch(`${origin}${path}${search}`);
    if (!answer.ok) throw new Error(`The outbox answered ${answer.status}: ${await answer.text()}`);
    return shape.parse(await answer.json());
  };
  const mails = await read(listOutbox.path, listOutbox.reply);
  const own = mails.filter(({ to }) => to === email);
  return Promise.all(
    own.map(async ({ id }) => (await read(pathOf(getOutboxMail, { id }), getOutboxMail.reply)).text),
  );
}

/** The newest link to a page that was mailed to an address, as path and query; undefined when there is none. */
export async function linkMailed(outbox: string, email: string, page: string): Promise<string | undefined> {
  const link = new RegExp(`${page}\\?\\S+`);
  const found = (await mailsTo(outbox, email)).map((text) => link.exec(text)?.[0]);
  return found.find((each) => each !== undefined);
}

/** Settle, as somebody without paper would, what the console asks before a person's first upload. */
export const waiveWords = (person: Client) => person.call(waivePhrase, {});

/** The id of the signed-in person's first organization. */
export async function organizationOf(person: Client): Promise<string> {
  const [first] = (await person.call(getSelf, {})).organizations;
  const reference = typeof first === 'string' ? first : first?.url;
  if (reference === undefined) throw new Error('This account belongs to no organization.');
  return reference;
}

/** Make a dataset and a schema in it. */
export async function makeSchema(
  person: Client,
  names: { dataset: string; schema: string; description?: string },
  definition: JsonSchema,
): Promise<{ dataset: Dataset; schema: Schema }> {
  const organization = await organizationOf(person);
  const description = names.description ?? '';
  const dataset = await person.call(createDataset, {}, { name: names.dataset, description, organization });
  const schema = await person.call(
    createSchema,
    {},
    { dataset: dataset.url, name: names.schema, description, schema: definition },
  );
  return { dataset, schema };
}
