/** Judges the outcome of an action under a lie against the honest one. */
import type { Action, Outcome } from './action.ts';

export type Verdict = 'refused' | 'harmless' | 'marked' | 'unsigned' | 'silent';

/** Fields that only the service can know: they affect only the value shown for them. */
export type UnsignedField = {
  /** A call such as `GET /api/users/self/`. */
  call: string;
  /** Paths of fields of the reply; an empty one stands for the list as a whole. */
  fields: string[];
  /** The paths of an outcome at which they are shown. */
  shows: RegExp;
  /** Why no signature covers them, and why that is acceptable. */
  why: string;
};

/** The paths at which two outcomes differ. */
export function differences(one: unknown, other: unknown, path = ''): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  const isNested = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!isNested || Array.isArray(one) !== Array.isArray(other)) return [path];
  const [first, second] = [one, other] as Record<string, unknown>[];
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return [`${path}[]`];
  const names = [...new Set([...Object.keys(first!), ...Object.keys(second!)])];
  return names.flatMap((name) =>
    differences(
      first![name],
      second![name],
      Array.isArray(one) ? `${path}[]` : path ? `${path}.${name}` : name,
    ),
  );
}

/** Whether a string is a sentence for a person, not a stack trace or a bare code. */
const isSentence = (text: string) =>
  /^[\p{Lu}"].*[.?!]$|^\p{Lu}.* not found\.?$/su.test(text) && !/\n\s+at /.test(text);

type VerdictInput = {
  action: Action;
  call: string;
  lie: { field: string; name: string };
  honest: Outcome;
  outcome: Outcome;
  unsignedFields: readonly UnsignedField[];
};

/** Judges one lie. A lie that is neither refused, harmless, marked nor about an unsigned field is silent. */
export function verdictOn({ action, call, lie, honest, outcome, unsignedFields }: VerdictInput): {
  verdict: Verdict;
  unsignedField?: UnsignedField;
  what?: string;
} {
  const { status, refusal } = outcome;
  if (refusal !== null) {
    const isOwnFault = status === 500 && lie.name !== 'is status 500';
    if (isOwnFault || status < 400 || !isSentence(refusal))
      return {
        verdict: 'silent',
        what: `the refusal is ${status} without a sentence: ${refusal.slice(0, 300)}`,
      };
    return { verdict: 'refused' };
  }
  const different = [...new Set(differences(honest.seen, outcome.seen))];
  if (different.length === 0) return { verdict: 'harmless' };
  const unsignedField = unsignedFields.find(
    (one) =>
      one.call === call && one.fields.includes(lie.field) && different.every((path) => one.shows.test(path)),
  );
  if (action.marks?.(outcome.seen, different)) return { verdict: 'marked' };
  if (unsignedField) return { verdict: 'unsigned', unsignedField };
  return {
    verdict: 'silent',
    what: `the outcome differs in ${different.slice(0, 4).join(', ')}: ${JSON.stringify(outcome.seen).slice(0, 400)}`,
  };
}
