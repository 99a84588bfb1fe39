/** Components about a schema's access log, with a fake proxy. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { KnownDevice, SchemaAccess, Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { fakeServer, type Answers } from './fakeServer.ts';
import { schemaId } from './records.ts';
import { show } from './render.tsx';

const path = `/api/schemas/${schemaId}/access/`;
export const accessCalls = {
  get: `GET ${path}`,
  confirm: `POST ${path}confirm/`,
  trust: `POST ${path}trust/`,
  compare: `POST ${path}compare/`,
  dismiss: `POST ${path}noticed/`,
};

/** An accepted list. */
export const accessOf = (more: Partial<SchemaAccess> = {}): SchemaAccess => ({
  state: 'accepted',
  detail: '',
  begun: { name: 'Ada Byron', user: 'ada', time: '2026-11-23T10:00:00.000Z' },
  words: [],
  may_sign: true,
  notice: false,
  people: [],
  unconfirmed: [],
  ...more,
});

/** A team member for whom no owner has signed. */
export const unconfirmedMember = (user: string): Unconfirmed => ({
  type: 'member',
  team: 'owners',
  team_name: 'People Data Owners',
  user,
  email: 'alan@example.org',
  fields: null,
  can_share_keys: true,
});

/** A device with its own keys. @param digit - the digit of which its keys consist. */
export function knownDevice(digit: string, compared: boolean): KnownDevice {
  const [signs, receives] = [digit.repeat(64), `${digit}0`.repeat(32)];
  const { words } = fingerprintOf({ primary_public_key: signs, sub_public_key: receives });
  return { signs, receives, compared, words };
}

/** Renders a component. @param answers - the responses of the proxy, by the names of {@link accessCalls}. */
export function showAccess(part: ReactNode, answers: Answers) {
  const asked = fakeServer(answers);
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  return { asked, ...show(<QueryClientProvider client={client}>{part}</QueryClientProvider>) };
}
