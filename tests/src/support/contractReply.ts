/** Compares the replies of fake servers with the contract. */
import { z } from 'zod';
import { api } from '@cloakroom/contract/api.ts';
import { readList } from '@cloakroom/contract/list.ts';

const endpoints = api.map(({ call }) => ({
  endpoint: call,
  // `:id` stands for one part of the path.
  path: new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  parameters: call.path.split(':').length,
}));

/**
 * What is wrong with a successful reply.
 * @returns undefined if the reply fits the contract, or the contract has no such JSON reply.
 */
export function replyProblem(method: string, path: string, body: unknown): string | undefined {
  const [match] = endpoints
    .filter((each) => each.endpoint.method === method && each.path.test(path))
    .sort((a, b) => a.parameters - b.parameters);
  const reply = match?.endpoint.reply;
  if (reply === undefined || reply === 'bytes' || reply === 'nothing') return undefined;
  try {
    if (reply instanceof z.ZodArray) readList(reply.element as z.ZodType, body, null);
    else reply.parse(body);
    return undefined;
  } catch (thrown) {
    const problem = thrown instanceof z.ZodError ? z.prettifyError(thrown) : String(thrown);
    return `The test’s reply to ${method} ${path} doesn’t fit the contract.\n${problem}`;
  }
}
