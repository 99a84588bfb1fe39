/** `record update`: changes the values of a record. */
import { text as textOf } from 'node:stream/consumers';
import { pathOf } from '@cloakroom/contract/endpoint.ts';
import { Problem } from '@cloakroom/contract/problem.ts';
import { ifMatchHeader, replaceRecord, updateRecord } from '@cloakroom/contract/recordChanges.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import { isSet, oneArgument, optionalOption, requiredOption, type Command } from './command.ts';
import { referenceIn } from './references.ts';
import { UsageError } from './usageError.ts';

export const recordUpdate: Command = {
  usage: '<id> --data <JSON object or -> [--replace] [--if-match <version>]',
  options: { data: { type: 'string' }, replace: { type: 'boolean' }, 'if-match': { type: 'string' } },
  run: async ({ request, headers }, args) => {
    const id = referenceIn(oneArgument(args, 'record'), 'record');
    const argument = requiredOption(args, 'data');
    const values = objectText(argument === '-' ? await textOf(args.input) : argument);
    const version = optionalOption(args, 'if-match');
    const call = isSet(args, 'replace') ? replaceRecord : updateRecord;
    const answer = await request({
      method: call.method,
      path: pathOf(call, { id }),
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(version !== undefined && { [ifMatchHeader]: `"${version}"` }),
      },
      // Sent as typed: JSON.parse would round long numbers.
      body: `{"data":${values}}`,
      headersTimeout: 0,
    });
    const body: unknown = await answer.body.json();
    if (answer.statusCode < 300) return call.reply.parse(body);
    const { detail, errors } = Problem.parse(body);
    throw new HttpProblem(answer.statusCode, detail, errors && { errors });
  },
};

/** @throws {UsageError} for anything but a JSON object. */
function objectText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Not JSON.
  }
  throw new UsageError(
    '--data is a JSON object of fields and values, such as {"age": 37}; null removes a value.',
  );
}
