/** The DFA of numbers within their bounds, which are compared digit by digit. */
import { decimalOf, unitsAt } from '@cloakroom/contract/decimal.ts';
import { allowedSteps } from '@cloakroom/contract/allowedSteps.ts';
import type { NumberField } from '@cloakroom/contract/fields.ts';
import type { Dfa } from './dfa.ts';

const [minus, point, zero, nine] = [45, 46, 48, 57];
/** A double represents every number of up to this many digits. */
const maxExactDigits = 15;

/** A bound's digits before and after the point. */
type Bound = { whole: string; decimals: string };
type Bounds = { minimum: Bound; maximum: Bound };

/** Compares the digits so far with a bound's first digits: -1 less, 1 greater. */
type Comparison = -1 | 0 | 1;
type Digits = {
  negative: boolean;
  toMinimum: Comparison;
  toMaximum: Comparison;
  /** Digits before the point. */
  whole: number;
  /** Digits after the point; null before it. */
  decimals: number | null;
  /** A single 0, which no digit follows. */
  isZero: boolean;
};
type State = 'start' | Digits;

const unsigned: Digits = {
  negative: false,
  toMinimum: 0,
  toMaximum: 0,
  whole: 0,
  decimals: null,
  isZero: false,
};

/** Both digit counts are at most {@link maxExactDigits}, so each fits its factor. */
const keyOf = (state: State): number => {
  if (state === 'start') return -1;
  const { negative, toMinimum, toMaximum, whole, decimals, isZero } = state;
  const flags = (negative ? 2 : 0) + (isZero ? 1 : 0);
  return (((whole * 32 + (decimals ?? 31)) * 3 + toMinimum + 1) * 3 + toMaximum + 1) * 4 + flags;
};

/** A number with more whole digits than the bound is greater. */
const withDigit = (before: Comparison, digit: number, bound: string | undefined): Comparison => {
  if (bound === undefined) return 1;
  return before === 0 ? (Math.sign(digit - Number(bound)) as Comparison) : before;
};

/** The comparison at the end of the whole digits: a number with fewer of them is less. */
const comparisonWithWhole = (
  { decimals, whole }: Digits,
  comparison: Comparison,
  bound: Bound,
): Comparison => (decimals === null && whole < bound.whole.length ? -1 : comparison);

/**
 * The DFA of a field's numbers in plain notation: digits with a minus or a point; empty if the field is optional.
 * It rejects too many digits, leading zeros and a minus before zero.
 */
export function numberDfa(field: NumberField): Dfa<State> {
  const { precision } = field;
  const { first, last } = allowedSteps(field);
  const minimumUnits = unitsAt(decimalOf(field.minimum), precision).units;
  const [lowest, highest] = [minimumUnits + first, minimumUnits + last];
  const boundOf = (units: bigint): Bound => {
    const digits = units.toString().padStart(precision + 1, '0');
    const end = digits.length - precision;
    return { whole: digits.slice(0, end), decimals: digits.slice(end) };
  };
  const boundsOf = (minimum: bigint, maximum: bigint): Bounds | null =>
    minimum > maximum ? null : { minimum: boundOf(minimum), maximum: boundOf(maximum) };
  const positive = boundsOf(lowest > 0n ? lowest : 0n, highest);
  const negative = boundsOf(highest < 0n ? -highest : 1n, -lowest);

  const afterDigit = (state: Digits, digit: number, { minimum, maximum }: Bounds): Digits => {
    const { negative, whole, decimals } = state;
    const part = decimals === null ? 'whole' : 'decimals';
    const at = decimals ?? whole;
    return {
      negative,
      toMinimum: withDigit(state.toMinimum, digit, minimum[part][at]),
      toMaximum: withDigit(state.toMaximum, digit, maximum[part][at]),
      whole: decimals === null ? whole + 1 : whole,
      decimals: decimals === null ? null : decimals + 1,
      isZero: decimals === null && at === 0 && digit === 0,
    };
  };
  /** Whether no accepted number begins with these digits. */
  const isDead = ({ whole, decimals, toMinimum, toMaximum }: Digits, bounds: Bounds): boolean =>
    whole + (decimals === null ? 0 : 1 + decimals) > maxExactDigits ||
    (decimals === null
      ? whole > bounds.maximum.whole.length
      : decimals > precision || toMinimum < 0 || toMaximum > 0);

  return {
    start: 'start',
    key: keyOf,
    bytes: [minus, point, ...Array.from({ length: 10 }, (_, digit) => zero + digit)],
    after(before, byte) {
      if (before === 'start' && byte === minus) return { ...unsigned, negative: true };
      const state = before === 'start' ? unsigned : before;
      const bounds = state.negative ? negative : positive;
      if (!bounds) return null;
      let next: Digits | null = null;
      if (byte >= zero && byte <= nine && !state.isZero) next = afterDigit(state, byte - zero, bounds);
      if (byte === point && state.decimals === null && state.whole > 0)
        next = {
          ...state,
          toMinimum: comparisonWithWhole(state, state.toMinimum, bounds.minimum),
          toMaximum: comparisonWithWhole(state, state.toMaximum, bounds.maximum),
          decimals: 0,
          isZero: false,
        };
      return next && !isDead(next, bounds) ? next : null;
    },
    isAccepting(state) {
      if (state === 'start') return !field.required;
      const bounds = state.negative ? negative : positive;
      if (!bounds || state.whole === 0 || state.decimals === 0) return false;
      const toMinimum = comparisonWithWhole(state, state.toMinimum, bounds.minimum);
      const toMaximum = comparisonWithWhole(state, state.toMaximum, bounds.maximum);
      const missing = bounds.minimum.decimals.slice(state.decimals ?? 0);
      return (toMinimum > 0 || (toMinimum === 0 && !/[1-9]/.test(missing))) && toMaximum <= 0;
    },
  };
}
