/** The tests of every suite of lies: one for each action, and two about the lies themselves. */
import { afterAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { z } from 'zod';
import type { LyingService } from '#tests/support/lyingService.ts';
import { failures, fieldsOfReply } from './generator.ts';
import { anotherKind, emptyTally, lieTo, nameOf, summary, type ExtraLie, type Pool } from './runner.ts';
import type { Action } from './action.ts';
import type { UnsignedField } from './verdicts.ts';

type Suite = {
  liar: LyingService;
  pool: Pool;
  actions: readonly Action[];
  unsignedFields: readonly UnsignedField[];
  extras?: readonly ExtraLie[];
  /** Calls of the service that these actions make and whose answers are falsified. */
  covers?: readonly string[];
  /** The minimum number of lies that a run of this suite tries. */
  minLies: number;
};

/** How long an action may take with all of its lies on a busy machine. */
const actionTimeoutMs = 240_000;

const replyOf = (name: string) => {
  const reply = api.find(({ call }) => nameOf(call) === name)?.call.reply;
  return reply instanceof z.ZodType ? reply : null;
};

/** Registers the tests of a suite. `LIES=all` tries every lie in every action; otherwise each action tries a different selection. */
export function testLies({ actions, ...options }: Suite): void {
  const tally = emptyTally();
  afterAll(() => console.info(summary(tally)));

  test.each(actions.map((action, round) => [action.name, action, round] as const))(
    '%s: no lie remains unnoticed',
    async (_, action, round) => {
      expect(await lieTo(action, round, { ...options, tally })).toEqual([]);
    },
    actionTimeoutMs,
  );

  test('every field of these answers is falsified', () => {
    const missing = [...tally.calls].flatMap((name) => {
      const reply = replyOf(name);
      const wasTried = (field: string) => tally.fields.has(`${name} ${field}`);
      // The fields that an answer lacks, such as those of another branch of a union, are generated together.
      const isCovered = (field: string): boolean =>
        wasTried(field) ||
        (field.includes('.') && isCovered(field.slice(0, field.lastIndexOf('.')))) ||
        wasTried(anotherKind);
      return reply
        ? fieldsOfReply(reply)
            .filter((field) => !isCovered(field))
            .map((field) => `${name} ${field}`)
        : [];
    });
    expect(missing).toEqual([]);
    const expectedFailures = (options.covers ?? []).flatMap((call) =>
      failures.map(({ name }) => `${call} ${name}`),
    );
    expect(expectedFailures.filter((one) => !tally.whole.has(one))).toEqual([]);
    expect(tally.refused + tally.harmless + tally.marked + tally.unsigned).toBeGreaterThan(options.minLies);
    expect(tally.silent).toBe(0);
  });

  test('the fields without a signature are fields of the contract, each with a reason', () => {
    for (const { call, fields, why } of options.unsignedFields) {
      const known = fieldsOfReply(replyOf(call)!);
      // The keywords of a definition are not in the schema of an answer.
      const unknown = fields.filter((field) => field !== '' && !field.startsWith('schema.') && !known.includes(field) && !field.endsWith('[]') && !field.endsWith('.*')); // prettier-ignore
      expect(unknown, call).toEqual([]);
      expect(why).toMatch(/\.$/);
    }
    if (process.env.LIES === 'all')
      expect(options.unsignedFields.filter((unsignedField) => !tally.usedFields.has(unsignedField))).toEqual(
        [],
      );
  });
}
