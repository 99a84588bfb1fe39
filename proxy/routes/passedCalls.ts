/** The calls that the proxy passes on: those of the contract that the service answers, and nothing else. */
import { z } from 'zod';
import { api } from '#contract/api.ts';
import type { PassedCall } from './serviceAnswer.ts';

const document = { method: 'GET', access: 'public', reply: z.unknown() } as const;

/** Documents in JSON that the service offers beside the contract: the API's description and, on one machine, its outbox. */
const documents: PassedCall[] = [
  { ...document, path: '/api/schema/' },
  { ...document, path: '/api/openapi.json' },
  { ...document, path: '/api/outbox/' },
  { ...document, path: '/api/outbox/:id/' },
];

const nameOf = ({ method, path }: PassedCall) => `${method} ${path.replace(/:\w+/g, ':')}`;

/** Each call once; the contract's own description wins. */
export const passedCalls: PassedCall[] = [
  ...new Map(
    [...documents, ...api.map(({ call }) => call).filter(({ answeredBy }) => answeredBy !== 'proxy')].map(
      (call) => [nameOf(call), call],
    ),
  ).values(),
];
