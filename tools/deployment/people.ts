/** Two people of one organization, each with their own proxy, who share a schema. */
import { createIdentity, Identity } from '@cloakroom/contract/identities.ts';
import { createInvitation } from '@cloakroom/contract/invitations.ts';
import {
  fulfillRequest,
  fulfillRequests,
  listMaterials,
  receiveMaterial,
  receiveMaterials,
} from '@cloakroom/contract/materials.ts';
import { acceptInvitation } from '@cloakroom/contract/registration.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { listRequests } from '@cloakroom/contract/requests.ts';
import { addMember, listSchemaTeams } from '@cloakroom/contract/teams.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import {
  client,
  ensureAccount,
  findMailedLink,
  makeSchema,
  organizationOf,
  waiveRecoveryWords,
  type Account,
  type Client,
} from '../client.ts';
import { definition } from './rows.ts';

export const accounts: Record<'ada' | 'eve', Account> = {
  ada: { email: 'ada@example.org', password: 'a long enough password' },
  eve: { email: 'eve@example.org', password: 'another long password' },
};

export type People = { ada: Client; eve: Client };

/** Creates an account for Ada, who invites Eve. */
export async function signUp(proxyUrls: string[], outbox: string): Promise<People> {
  const [adaUrl = '', eveUrl = ''] = proxyUrls;
  const names = { first_name: 'Ada', last_name: 'Owner', organization_name: 'Harbour Clinic' };
  const ada = await ensureAccount({ url: adaUrl, outbox }, accounts.ada, names);
  const organization = idIn(await organizationOf(ada));
  const { email, password } = accounts.eve;
  await ada.call(createInvitation, { params: { id: organization }, body: { email } });
  const link = await findMailedLink(outbox, email, '/accounts/accept-invitation');
  if (!link) throw new Error('No invitation in the outbox.');
  const query = Object.fromEntries(new URLSearchParams(link.split('?')[1]));
  await client(eveUrl).call(acceptInvitation, {
    body: {
      user_id: query.user_id ?? '',
      timestamp: query.timestamp ?? '',
      signature: query.signature ?? '',
      ...(query.invitation === undefined ? {} : { invitation: query.invitation }),
      first_name: 'Eve',
      last_name: 'Colleague',
      password,
      password_confirm: password,
    },
  });
  const eve = client(eveUrl, accounts.eve);
  for (const person of [ada, eve]) {
    await waiveRecoveryWords(person);
    await person.call(createIdentity);
  }
  return { ada, eve };
}

/**
 * Creates a schema of Ada's, and shares its keys with Eve.
 * @param known - whether their devices know each other; otherwise they compare words, as people do by phone.
 * @returns the schema's id.
 */
export async function sharedSchema({ ada, eve }: People, name: string, known: boolean): Promise<string> {
  const { schema } = await makeSchema(ada, { dataset: name, schema: name }, definition);
  const teams = await ada.call(listSchemaTeams, { params: { id: schema.id } });
  const owners = teams.find(({ role }) => role === 'owners')!;
  const organization = idIn(await organizationOf(ada));
  const { id } = await eve.call(getSelf);
  await ada.call(addMember, { params: { id: organization, teamId: owners.id }, body: { id } });

  if (!known) {
    const [request] = await ada.call(listRequests, { query: { shared: 'false', expand: 'identity' } });
    if (!request) throw new Error('Eve’s device asked for no keys.');
    const body = { fingerprint: wordsOf(request.identity) };
    await ada.call(fulfillRequest, { params: { id: request.id }, body });
  }
  await ada.call(fulfillRequests);
  if (!known) {
    const [material] = await eve.call(listMaterials, { query: { proofed: 'false', expand: 'uploaded_by' } });
    if (!material) throw new Error('Ada’s device sealed no keys.');
    const body = { fingerprint: wordsOf(material.uploaded_by) };
    await eve.call(receiveMaterial, { params: { id: material.id }, body });
  }
  await eve.call(receiveMaterials);
  return schema.id;
}

/** The words of an identity that a list has expanded. */
const wordsOf = (identity: unknown) => fingerprintOf(Identity.parse(identity)).words.join(' ');
