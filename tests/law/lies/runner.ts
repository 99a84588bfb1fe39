/** Runs actions of people before a service that lies, and judges what came out. */
import { vi } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import type { LyingService, RawAnswer, RawRequest } from '#tests/support/lyingService.ts';
import { byteLies, failures, liesAbout, wholeLies, type Lie, type Others } from './generator.ts';
import type { Action, Outcome } from './action.ts';
import { differences, type Verdict, verdictOn, type Word } from './verdicts.ts';

/** More lies about a call than those that the contract tells. */
export type Extra = { call: string; name: string; tell: (truth: unknown, url: string) => unknown };

type Told = { field: string; name: string; change: (truth: RawAnswer, request: RawRequest) => Partial<RawAnswer> & { text?: string } }; // prettier-ignore

export type Tally = Record<Verdict, number> & {
  fields: Set<string>;
  whole: Set<string>;
  calls: Set<string>;
  words: Set<Word>;
};

export const emptyTally = (): Tally => ({
  ...{ refused: 0, harmless: 0, marked: 0, word: 0, silent: 0 },
  ...{ fields: new Set(), whole: new Set(), calls: new Set(), words: new Set() },
});

/** Stands for the fields of the other branches of a union that a whole answer is. */
export const anotherKind = 'of another kind';

/** Memories of the proxy for a moment are gone after this, in milliseconds: who calls, names, damaged segments. */
const longestMemoryMs = 61_000;
export const passTime = () => vi.setSystemTime(Date.now() + longestMemoryMs);

const patterns = api
  .filter(({ call }) => call.answeredBy !== 'proxy')
  .map(({ call }) => ({ call, pattern: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => a.call.path.split(':').length - b.call.path.split(':').length);

/** The call of the contract that a request is. */
export function callOf({ method, url }: Pick<RawRequest, 'method' | 'url'>): Endpoint | undefined {
  const [path = ''] = url.split('?');
  return patterns.find(({ call, pattern }) => call.method === method && pattern.test(path))?.call;
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

const isJson = ({ headers }: RawAnswer) => String(headers['content-type'] ?? '').includes('json');

/** Collects other values of true answers: another id, another address of the same kind, another text of the same name. */
export class Pool {
  readonly #values = new Map<string, Set<string>>();

  add(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const item of value) this.add(item, name);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) this.add(item, key);
    else if (typeof value === 'string') {
      const form = formOf(name, value);
      this.#values.set(form, (this.#values.get(form) ?? new Set()).add(value));
    }
  }

  readonly others: Others = (name, value) =>
    [...(this.#values.get(formOf(name, value)) ?? [])].filter((other) => other !== value).slice(-2);
}

function formOf(name: string, text: string): string {
  if (/^[\w-]{22}$/.test(text)) return 'id';
  if (text.startsWith('/api/')) return text.replace(/[^/]+\/$/, '');
  if (/^[0-9a-f]{32,}$/.test(text)) return `hex ${text.length}`;
  return name;
}

type Options = {
  liar: LyingService;
  pool: Pool;
  words: readonly Word[];
  extras?: readonly Extra[];
  /** Calls for each of which every failure is told once. */
  covers?: readonly string[];
  tally: Tally;
};

/** Tells every lie about the answers that an action depends on. @returns a sentence for each that was silent. */
export async function lieTo(action: Action, turn: number, options: Options): Promise<string[]> {
  const { liar, tally } = options;
  const honest = await truthOf(action, options);
  const faults: string[] = [];
  for (const [name, { call, truth }] of honest.answers) {
    if (action.calls && !action.calls.includes(name)) continue;
    const isOwed = !tally.calls.has(name) && options.covers?.includes(name) === true;
    tally.calls.add(name);
    // Naming the caller anew costs a derivation of keys: one lie of each field, other ones in each action.
    const max = remembered.has(name) ? 1 : action.maxLies;
    const lies = chosen(liesOn(call, name, truth, options), { max, turn, isOwed });
    const settle = async () => {
      await action.prepare?.();
      const now = await outcomeOf(action, name);
      const wrong = differences(honest.outcome.seen, now.seen);
      if (wrong.length > 0)
        faults.push(`${action.name}: after lies about ${name} the honest service gives another result: ${now.refusal ?? wrong.slice(0, 3).join('; ')}`); // prettier-ignore
    };
    for (const lie of lies) {
      if (lie.field !== '') tally.fields.add(`${name} ${lie.field}`);
      if (lie.field === '') tally.whole.add(`${name} ${lie.name}`);
      if (groupOf(lie) === anotherKind) tally.fields.add(`${name} ${anotherKind}`);
      if (lie.name === 'has a made-up element more') tally.fields.add(`${name} ${lie.field}[]`);
      const fault = await tell(action, { name, lie }, honest.outcome, options);
      if (fault !== null) faults.push(fault);
    }
    if (!action.check) await settle();
    // Memories of the last lie are no part of the next call's.
    passTime();
    liar.repent();
  }
  return faults;
}

async function tell(
  action: Action,
  { name, lie }: { name: string; lie: Told },
  honest: Outcome,
  { liar, words, tally }: Options,
): Promise<string | null> {
  await action.prepare?.();
  const about = patterns.find(({ call }) => nameOf(call) === name)!;
  const [method] = name.split(' ');
  liar.lie(new RegExp(`^${method} ${about.pattern.source.slice(1)}`), lie.change);
  const outcome = await outcomeOf(action, name);
  liar.repent();
  if (remembered.has(name)) passTime();
  const { verdict, word, what } = verdictOn({ action, call: name, lie, honest, outcome, words });
  tally[verdict] += 1;
  if (word) tally.words.add(word);
  const lied = `${action.name}: in ${name} "${lie.field || 'the answer'}" ${lie.name}`;
  const after = (await action.check?.(outcome)) ?? null;
  if (after !== null) return `${lied}, and afterwards ${after}`;
  return verdict === 'silent' ? `${lied}, and ${what}` : null;
}

/** Calls whose answers the proxy goes by for a moment, and may so not ask for again. */
const remembered = new Set(['GET /api/users/self/']);

const outcomeOf = async (action: Action, call?: string): Promise<Outcome> => {
  if (call === undefined || remembered.has(call)) passTime();
  const outcome = await action.run();
  return { ...outcome, seen: action.normalized ? action.normalized(outcome.seen) : outcome.seen };
};

type Truth = { call: Endpoint; truth: RawAnswer };

/** Runs an action with the honest service: its outcome, and the first answer to each call that it makes. */
async function truthOf(action: Action, { liar, pool }: Options) {
  const answers = new Map<string, Truth>();
  await action.prepare?.();
  liar.lie(/./, (truth, request) => {
    const call = callOf(request);
    if (call && truth.status < 300 && !answers.has(nameOf(call))) answers.set(nameOf(call), { call, truth });
    if (isJson(truth) && truth.body.length > 0) pool.add(JSON.parse(truth.body.toString()));
    return {};
  });
  const outcome = await outcomeOf(action);
  liar.repent();
  await action.check?.(outcome);
  if (outcome.refusal !== null) throw new Error(`${action.name} fails with the honest service: ${outcome.refusal}`); // prettier-ignore
  return { outcome, answers };
}

function liesOn(call: Endpoint, name: string, truth: RawAnswer, { pool, extras = [] }: Options): Told[] {
  const whole = wholeLies.map(({ name: what, answer }): Told => ({
    field: '',
    name: what,
    change: () => {
      if (!answer) throw new Error('The connection is closed.');
      return { status: answer.status, headers: { 'content-type': answer.type, ...(answer.status === 302 ? { location: '/outbox/' } : {}) }, text: answer.text }; // prettier-ignore
    },
  }));
  const more = extras
    .filter((extra) => extra.call === name)
    .map(({ name: what, tell: told }): Told => ({ field: '', name: what, change: json((value, url) => told(value, url)) })); // prettier-ignore
  if (call.reply === 'bytes')
    return [
      ...byteLies.map(({ name: what, tell: told }): Told => ({
        field: '',
        name: what,
        change: ({ status, body }) => (status < 300 ? { body: told(body) } : {}),
      })),
      ...whole,
    ];
  if (call.reply === 'nothing') return whole;
  const value: unknown = JSON.parse(truth.body.toString());
  const ofFields = liesAbout(call.reply, value, pool.others);
  return [...ofFields.map(({ tell: told, ...lie }: Lie): Told => ({ ...lie, change: json(told) })), ...more, ...whole]; // prettier-ignore
}

const json =
  (told: (truth: unknown, url: string) => unknown): Told['change'] =>
  (answer, { url }) =>
    answer.status < 300 && isJson(answer) && answer.body.length > 0
      ? { text: JSON.stringify(told(JSON.parse(answer.body.toString()), url)) }
      : {};

type Choice = { max: number | undefined; turn: number; isOwed: boolean };

/** Some lies of each field, other ones at each turn; and every failure, where it is owed. */
function chosen(lies: Told[], { max, turn, isOwed }: Choice): Told[] {
  const isEmptyList = lies.every(({ field }) => field === '');
  if (max === undefined || isEmptyList || lies.length <= max || process.env.LIES === 'all') return lies;
  const isFailure = (lie: Told) => failures.some(({ name }) => name === lie.name);
  const owed = isOwed ? lies.filter(isFailure) : [];
  const byField = new Map<string, Told[]>();
  // What the contract's schemas refuse says little: other valid values come first.
  const isShape = ({ name }: Told) => /^is (missing|null)$|^has another type$/.test(name);
  const others = lies.filter((lie) => !owed.includes(lie));
  for (const lie of [...others.filter((one) => !isShape(one)), ...others.filter(isShape)])
    byField.set(groupOf(lie), [...(byField.get(groupOf(lie)) ?? []), lie]);
  const share = Math.max(1, Math.floor(max / byField.size));
  const some = [...byField.values()].flatMap(
    (all) =>
    Array.from({ length: Math.min(share, all.length) }, (_, number) => all[(turn * share + number) % all.length]!), // prettier-ignore
  );
  return [...owed, ...some];
}

/** The field of a lie; the other branches of a union that a whole answer is count as a field of their own. */
const groupOf = ({ field, name }: Told): string =>
  field === '' && name.startsWith('is of another kind') ? anotherKind : field;

/** The figures in one line. */
export function summary({ refused, harmless, marked, word, silent, fields, calls }: Tally): string {
  const all = refused + harmless + marked + word + silent;
  return `${all} lies about ${fields.size} fields of ${calls.size} answers: ${refused} refused, ${harmless} harmless, ${marked} marked, ${word} in fields that are the service's word, ${silent} silent`;
}
