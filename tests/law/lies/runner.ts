/** Runs actions of people against a lying service and judges the outcomes. */
import { vi } from 'vitest';
import { api } from '@cloakroom/contract/api.ts';
import type { Endpoint } from '@cloakroom/contract/endpoint.ts';
import type { LyingService, RawAnswer, RawRequest } from '#tests/support/lyingService.ts';
import { byteLies, failures, liesAbout, answerLies, type Lie, type OtherValues } from './generator.ts';
import type { Action, Outcome } from './action.ts';
import { differences, type Verdict, verdictOn, type UnsignedField } from './verdicts.ts';

/** A lie about a call that can't be derived from the contract's schema. */
export type ExtraLie = { call: string; name: string; apply: (truth: unknown, url: string) => unknown };

type PreparedLie = { field: string; name: string; change: (truth: RawAnswer, request: RawRequest) => Partial<RawAnswer> & { text?: string } }; // prettier-ignore

export type Tally = Record<Verdict, number> & {
  fields: Set<string>;
  whole: Set<string>;
  calls: Set<string>;
  usedFields: Set<UnsignedField>;
};

export const emptyTally = (): Tally => ({
  ...{ refused: 0, harmless: 0, marked: 0, unsigned: 0, silent: 0 },
  ...{ fields: new Set(), whole: new Set(), calls: new Set(), usedFields: new Set() },
});

/** Groups the fields of the other branches if the whole answer is a union. */
export const anotherKind = 'of another kind';

/** After this time the proxy's short-lived caches are empty: callers, names, damaged segments. */
const maxCacheMs = 61_000;
export const passTime = () => vi.setSystemTime(Date.now() + maxCacheMs);

const patterns = api
  .filter(({ call }) => call.answeredBy !== 'proxy')
  .map(({ call }) => ({ call, pattern: new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((a, b) => a.call.path.split(':').length - b.call.path.split(':').length);

/** The call of the contract that a request makes. */
export function callOf({ method, url }: Pick<RawRequest, 'method' | 'url'>): Endpoint | undefined {
  const [path = ''] = url.split('?');
  return patterns.find(({ call, pattern }) => call.method === method && pattern.test(path))?.call;
}

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

const isJson = ({ headers }: RawAnswer) => String(headers['content-type'] ?? '').includes('json');

/**
 * Collects values of true answers to swap in: another id, another address of the same kind, another string of the field.
 */
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

  readonly others: OtherValues = (name, value) =>
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
  unsignedFields: readonly UnsignedField[];
  extras?: readonly ExtraLie[];
  /** Calls for which every failure is tried once. */
  covers?: readonly string[];
  tally: Tally;
};

/**
 * Tries every lie about the answers that an action depends on.
 * @returns a sentence for each lie that remained unnoticed.
 */
export async function lieTo(action: Action, round: number, options: Options): Promise<string[]> {
  const { liar, tally } = options;
  const honest = await truthOf(action, options);
  const faults: string[] = [];
  for (const [name, { call, truth }] of honest.answers) {
    if (action.calls && !action.calls.includes(name)) continue;
    const needsFailures = !tally.calls.has(name) && options.covers?.includes(name) === true;
    tally.calls.add(name);
    // Looking up the caller again costs a key derivation: each action tries one lie for each of these fields.
    const max = cachedCalls.has(name) ? 1 : action.maxLies;
    const lies = selectLies(liesOn(call, name, truth, options), { max, round, needsFailures });
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
      if (lie.name === 'has an additional made-up element') tally.fields.add(`${name} ${lie.field}[]`);
      const fault = await tryLie(action, { name, lie }, honest.outcome, options);
      if (fault !== null) faults.push(fault);
    }
    if (!action.check) await settle();
    const lastingFault = (await action.checkAll?.()) ?? null;
    if (lastingFault !== null) faults.push(`${action.name}: after lies about ${name} ${lastingFault}`);
    // Lets the caches expire, so that the previous lie does not affect the next run.
    passTime();
    liar.reset();
  }
  return faults;
}

async function tryLie(
  action: Action,
  { name, lie }: { name: string; lie: PreparedLie },
  honest: Outcome,
  { liar, unsignedFields, tally }: Options,
): Promise<string | null> {
  await action.prepare?.();
  const about = patterns.find(({ call }) => nameOf(call) === name)!;
  const [method] = name.split(' ');
  liar.lie(new RegExp(`^${method} ${about.pattern.source.slice(1)}`), lie.change);
  const outcome = await outcomeOf(action, name);
  liar.reset();
  if (cachedCalls.has(name)) passTime();
  const { verdict, unsignedField, what } = verdictOn({
    action,
    call: name,
    lie,
    honest,
    outcome,
    unsignedFields,
  });
  tally[verdict] += 1;
  if (unsignedField) tally.usedFields.add(unsignedField);
  const lied = `${action.name}: in ${name} "${lie.field || 'the answer'}" ${lie.name}`;
  const after = (await action.check?.(outcome)) ?? null;
  if (after !== null) return `${lied}, and afterwards ${after}`;
  return verdict === 'silent' ? `${lied}, and ${what}` : null;
}

/** Calls whose answers the proxy caches for a moment, so that it may not repeat them. */
const cachedCalls = new Set(['GET /api/users/self/']);

const outcomeOf = async (action: Action, call?: string): Promise<Outcome> => {
  if (call === undefined || cachedCalls.has(call)) passTime();
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
  liar.reset();
  await action.check?.(outcome);
  if (outcome.refusal !== null) throw new Error(`${action.name} fails with the honest service: ${outcome.refusal}`); // prettier-ignore
  return { outcome, answers };
}

function liesOn(
  call: Endpoint,
  name: string,
  truth: RawAnswer,
  { pool, extras = [] }: Options,
): PreparedLie[] {
  const aboutAnswer = answerLies.map(({ name: what, answer }): PreparedLie => ({
    field: '',
    name: what,
    change: () => {
      if (!answer) throw new Error('The connection is closed.');
      return { status: answer.status, headers: { 'content-type': answer.type, ...(answer.status === 302 ? { location: '/outbox/' } : {}) }, text: answer.text }; // prettier-ignore
    },
  }));
  const extraLies = extras
    .filter((extra) => extra.call === name)
    .map(({ name: what, apply }): PreparedLie => ({ field: '', name: what, change: json((value, url) => apply(value, url)) })); // prettier-ignore
  if (call.reply === 'bytes')
    return [
      ...byteLies.map(({ name: what, apply }): PreparedLie => ({
        field: '',
        name: what,
        change: ({ status, body }) => (status < 300 ? { body: apply(body) } : {}),
      })),
      ...aboutAnswer,
    ];
  if (call.reply === 'nothing') return aboutAnswer;
  const value: unknown = JSON.parse(truth.body.toString());
  const ofFields = liesAbout(call.reply, value, pool.others);
  return [...ofFields.map(({ apply, ...lie }: Lie): PreparedLie => ({ ...lie, change: json(apply) })), ...extraLies, ...aboutAnswer]; // prettier-ignore
}

const json =
  (apply: (truth: unknown, url: string) => unknown): PreparedLie['change'] =>
  (answer, { url }) =>
    answer.status < 300 && isJson(answer) && answer.body.length > 0
      ? { text: JSON.stringify(apply(JSON.parse(answer.body.toString()), url)) }
      : {};

type SelectionOptions = { max: number | undefined; round: number; needsFailures: boolean };

/** Selects some lies for each field, different ones in each round, and every failure if `needsFailures` is set. */
function selectLies(lies: PreparedLie[], { max, round, needsFailures }: SelectionOptions): PreparedLie[] {
  const isEmptyList = lies.every(({ field }) => field === '');
  if (max === undefined || isEmptyList || lies.length <= max || process.env.LIES === 'all') return lies;
  const isFailure = (lie: PreparedLie) => failures.some(({ name }) => name === lie.name);
  const selectedFailures = needsFailures ? lies.filter(isFailure) : [];
  const byField = new Map<string, PreparedLie[]>();
  // Values that the contract's schemas reject test little: other valid values come first.
  const isShape = ({ name }: PreparedLie) => /^is (missing|null)$|^has another type$/.test(name);
  const others = lies.filter((lie) => !selectedFailures.includes(lie));
  for (const lie of [...others.filter((one) => !isShape(one)), ...others.filter(isShape)])
    byField.set(groupOf(lie), [...(byField.get(groupOf(lie)) ?? []), lie]);
  const liesPerField = Math.max(1, Math.floor(max / byField.size));
  const selected = [...byField.values()].flatMap(
    (all) =>
    Array.from({ length: Math.min(liesPerField, all.length) }, (_, number) => all[(round * liesPerField + number) % all.length]!), // prettier-ignore
  );
  return [...selectedFailures, ...selected];
}

/** The field of a lie; the other branches of a union count as one field. */
const groupOf = ({ field, name }: PreparedLie): string =>
  field === '' && name.startsWith('is of another kind') ? anotherKind : field;

/** The figures in one line. */
export function summary({ refused, harmless, marked, unsigned, silent, fields, calls }: Tally): string {
  const all = refused + harmless + marked + unsigned + silent;
  return `${all} lies about ${fields.size} fields of ${calls.size} answers: ${refused} refused, ${harmless} harmless, ${marked} marked, ${unsigned} in unsigned fields, ${silent} silent`;
}
