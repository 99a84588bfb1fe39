/** A sample organization, set up once for each worker: accounts, their sign-ins, and data. */
import { request, type BrowserContext } from '@playwright/test';
import { createInvitation } from '@cloakroom/contract/invitations.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { acceptInvitation } from '@cloakroom/contract/registration.ts';
import { addMember, listSchemaTeams } from '@cloakroom/contract/teams.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import {
  client,
  ensureAccount,
  waiveRecoveryWords,
  makeSchema,
  organizationOf,
  type Client,
} from '../../tools/client.ts';
import type { Stack } from '../../tools/stack.ts';
import { waitForMailedLink, tokenIn } from './links.ts';
import { zipcodeRows, zipcodeFields } from './zipcodes.ts';

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

export type Sample = {
  /** Owns the organization; also the account of the demo note. */
  owner: SampleAccount;
  /** A member of the same organization who is not an admin. */
  member: SampleAccount;
  /** The path of a dataset with two schemas. */
  dataset: string;
  /** The path of a schema with 300 records, and of one without records. */
  full: string;
  empty: string;
};

export type SampleAccount = {
  email: string;
  password: string;
  name: string;
  api: Client;
  /** The browser's storage after a sign-in through the proxy, and at the service itself. */
  signedIn: SignedIn;
  signedInAtService: SignedIn;
};

export const demo = { email: 'olga.owner@example.org', password: 'correct horse battery' };
const member = 'mara.member@example.org';
export const organizationName = 'Harbour Clinic';
export const records = 300;

/** Signs in over HTTP. @returns what a browser would store. */
export async function signInByCall(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const browser = await request.newContext({ baseURL: url });
  const { csrfToken } = (await (await browser.get('/api/csrf/')).json()) as { csrfToken: string };
  const answer = await browser.post('/api/accounts/login/', {
    headers: { 'x-csrftoken': csrfToken, origin: url },
    data: { login: email, password },
  });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  const storageState = await browser.storageState();
  await browser.dispose();
  return storageState;
}

/** Invites Mara, who accepts with the link and is added to the requesters. */
async function invite(stack: Stack, owner: Client, schema: string): Promise<void> {
  const organization = idIn(await organizationOf(owner));
  await owner.call(createInvitation, {
    params: { id: organization },
    body: { email: member, is_admin: false },
  });
  const link = await waitForMailedLink(stack, member, 'accept-invitation');
  const { password } = demo;
  const names = { first_name: 'Mara', last_name: 'Member' };
  await client(stack.url).call(acceptInvitation, {
    body: { ...tokenIn(link), ...names, password, password_confirm: password },
  });
  const teams = await owner.call(listSchemaTeams, { params: { id: schema } });
  const team = teams.find(({ role }) => role === 'requesters');
  const { id } = await client(stack.url, { email: member, password }).call(getSelf);
  await owner.call(addMember, { params: { id: organization, teamId: team?.id ?? '' }, body: { id } });
}

export async function makeSample(stack: Stack): Promise<Sample> {
  const { url, serviceUrl } = stack;
  const owner = await ensureAccount(stack, demo, {
    first_name: 'Olga',
    last_name: 'Owner',
    organization_name: organizationName,
  });
  await waiveRecoveryWords(owner);
  const { dataset, schema } = await makeSchema(
    owner,
    {
      dataset: 'Places',
      schema: 'Zip codes',
      description: 'Every place of the United States that mail can reach, county by county. '.repeat(3),
    },
    zipcodeFields,
  );
  const other = await owner.send(
    'POST',
    '/api/schemas/',
    JSON.stringify({ dataset: dataset.url, name: 'Guests', description: '', schema: guests }),
  );
  const { id: empty } = (await other.json()) as { id: string };
  await owner.upload(schema.id, zipcodeRows(0, records), 'text/csv');
  await invite(stack, owner, schema.id);
  const accountOf = async (email: string, name: string): Promise<SampleAccount> => {
    const account = { email, password: demo.password };
    const [signedIn, signedInAtService] = [
      await signInByCall(url, account),
      await signInByCall(serviceUrl, account),
    ];
    return { ...account, name, api: client(url, account), signedIn, signedInAtService };
  };
  const datasetPath = `/datasets/${idIn(dataset.url)}`;
  return {
    owner: await accountOf(demo.email, 'Olga Owner'),
    member: await accountOf(member, 'Mara Member'),
    dataset: datasetPath,
    full: `${datasetPath}/schemas/${schema.id}`,
    empty: `${datasetPath}/schemas/${empty}`,
  };
}

/** Every kind of field that a schema may have. */
const guests = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    ward: { type: 'string', enum: ['North', 'South'] },
    born: { type: 'string', format: 'date' },
    weight: { type: 'number', minimum: 1, maximum: 400, precision: 1 },
  },
  required: ['name'],
};
