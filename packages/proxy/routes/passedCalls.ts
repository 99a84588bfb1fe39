/** The calls that the proxy passes on: those of the contract that the service answers, and nothing else. */
import { api } from '@cloakroom/contract/api.ts';
import type { PassedCall } from './serviceAnswer.ts';

export const passedCalls: PassedCall[] = api
  .map(({ call }) => call)
  .filter(({ answeredBy }) => answeredBy !== 'proxy');
