/** The tests that every suite of lies consists of: one for each action, and two about the lies themselves. */
import { afterAll, expect, test } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import { z } from 'zod';
import type { LyingService } from '#tests/support/lyingService.ts';
import { failures, fieldsOfReply } from './generator.ts';
import { anotherKind, emptyTally, lieTo, nameOf, summary, type Extra, type Pool } from './runner.ts';
import type { Action } from './action.ts';
import type { Word } from './verdicts.ts';

type Suite = {
  liar: LyingService;
  pool: Pool;
  actions: readonly Action[];
  words: readonly Word[];
  extras?: readonly Extra[];
  /** Calls of the service that these actions make, and that are lied about. */
  covers?: readonly string[];
  /** Lies that a run of this suite tells at least. */
  minLies: number;
};

/** As long as an action may take with all of its lies on a busy machine, in milliseconds. */
const actionTimeoutMs = 240_000;

const replyOf = (name: string) => {
  const reply = api.find(({ call }) => nameOf(call) === name)?.call.reply;
  return reply instanceof z.ZodType ? reply : null;
};

/** Registers the tests of a suite. `LIES=all` tells every lie to every action; else other ones in each. */
export function testLies({ actions, ...options }: Suite): void {
  const tally = emptyTally();
  afterAll(() => console.info(summary(tally)));

  test.each(actions.map((action, turn) => [action.name, action, turn] as const))(
    '%s: no lie is silent',
    async (_, action, turn) => {
      expect(await lieTo(action, turn, { ...options, tally })).toEqual([]);
    },
    actionTimeoutMs,
  );

  test('every field of these answers was lied about', () => {
    const untold = [...tally.calls].flatMap((name) => {
      const reply = replyOf(name);
      const told = (field: string) => tally.fields.has(`${name} ${field}`);
      // Of what an answer has not, such as the other branch of a union, all fields are made up together.
      const isTold = (field: string): boolean =>
        told(field) ||
        (field.includes('.') && isTold(field.slice(0, field.lastIndexOf('.')))) ||
        told(anotherKind);
      return reply
        ? fieldsOfReply(reply)
            .filter((field) => !isTold(field))
            .map((field) => `${name} ${field}`)
        : [];
    });
    expect(untold).toEqual([]);
    const owed = (options.covers ?? []).flatMap((call) => failures.map(({ name }) => `${call} ${name}`));
    expect(owed.filter((one) => !tally.whole.has(one))).toEqual([]);
    expect(tally.refused + tally.harmless + tally.marked + tally.word).toBeGreaterThan(options.minLies);
    expect(tally.silent).toBe(0);
  });

  test('the fields that are the service’s word are fields of the contract, each with a reason', () => {
    for (const { call, fields, why } of options.words) {
      const known = fieldsOfReply(replyOf(call)!);
      // The keywords of a definition are not in the shape of an answer.
      const strange = fields.filter((field) => field !== '' && !field.startsWith('schema.') && !known.includes(field) && !field.endsWith('[]') && !field.endsWith('.*')); // prettier-ignore
      expect(strange, call).toEqual([]);
      expect(why).toMatch(/\.$/);
    }
    if (process.env.LIES === 'all')
      expect(options.words.filter((word) => !tally.words.has(word))).toEqual([]);
  });
}
