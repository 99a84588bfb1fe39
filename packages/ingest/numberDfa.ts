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
type Bounds = { least: Bound; greatest: Bound };

/** Compares the digits so far with as many of a bound: -1 less, 1 greater. */
type Compared = -1 | 0 | 1;
type Digits = {
  negative: boolean;
  least: Compared;
  greatest: Compared;
  /** Digits before the point. */
  whole: number;
  /** Digits after the point; null before it. */
  decimals: number | null;
  /** A single 0, which no digit follows. */
  isZero: boolean;
};
type State = 'start' | Digits;

const unsigned: Digits = { negative: false, least: 0, greatest: 0, whole: 0, decimals: null, isZero: false };

/** Numbers of digits are at most {@link maxExactDigits}. */
const keyOf = (state: State): number => {
  if (state === 'start') return -1;
  const { negative, least, greatest, whole, decimals, isZero } = state;
  const flags = (negative ? 2 : 0) + (isZero ? 1 : 0);
  return (((whole * 32 + (decimals ?? 31)) * 3 + least + 1) * 3 + greatest + 1) * 4 + flags;
};

/** A number with more whole digits than the bound is greater. */
const withDigit = (before: Compared, digit: number, bound: string | undefined): Compared => {
  if (bound === undefined) return 1;
  return before === 0 ? (Math.sign(digit - Number(bound)) as Compared) : before;
};

/** The comparison at the end of the whole digits: a number with fewer of them is less. */
const asNumber = (state: Digits, side: 'least' | 'greatest', bounds: Bounds): Compared =>
  state.decimals === null && state.whole < bounds[side].whole.length ? -1 : state[side];

/**
 * The DFA of a field's numbers in plain notation: digits with a minus or a point; empty if the field is optional.
 * It rejects too many digits, leading zeros and a minus before zero.
 */
export function numberDfa(field: NumberField): Dfa<State> {
  const { precision } = field;
  const { first, last } = allowedSteps(field);
  const least = unitsAt(decimalOf(field.minimum), precision).units;
  const [lowest, highest] = [least + first, least + last];
  const boundOf = (units: bigint): Bound => {
    const digits = units.toString().padStart(precision + 1, '0');
    const end = digits.length - precision;
    return { whole: digits.slice(0, end), decimals: digits.slice(end) };
  };
  const between = (least: bigint, greatest: bigint): Bounds | null =>
    least > greatest ? null : { least: boundOf(least), greatest: boundOf(greatest) };
  const positive = between(lowest > 0n ? lowest : 0n, highest);
  const negative = between(highest < 0n ? -highest : 1n, -lowest);

  const afterDigit = (state: Digits, digit: number, { least, greatest }: Bounds): Digits => {
    const { negative, whole, decimals } = state;
    const part = decimals === null ? 'whole' : 'decimals';
    const at = decimals ?? whole;
    return {
      negative,
      least: withDigit(state.least, digit, least[part][at]),
      greatest: withDigit(state.greatest, digit, greatest[part][at]),
      whole: decimals === null ? whole + 1 : whole,
      decimals: decimals === null ? null : decimals + 1,
      isZero: decimals === null && at === 0 && digit === 0,
    };
  };
  /** Whether no accepted number begins with these digits. */
  const isDead = ({ whole, decimals, least, greatest }: Digits, bounds: Bounds): boolean =>
    whole + (decimals === null ? 0 : 1 + decimals) > maxExactDigits ||
    (decimals === null
      ? whole > bounds.greatest.whole.length
      : decimals > precision || least < 0 || greatest > 0);

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
          least: asNumber(state, 'least', bounds),
          greatest: asNumber(state, 'greatest', bounds),
          decimals: 0,
          isZero: false,
        };
      return next && !isDead(next, bounds) ? next : null;
    },
    isAccepting(state) {
      if (state === 'start') return !field.required;
      const bounds = state.negative ? negative : positive;
      if (!bounds || state.whole === 0 || state.decimals === 0) return false;
      const least = asNumber(state, 'least', bounds);
      const missing = bounds.least.decimals.slice(state.decimals ?? 0);
      return (
        (least > 0 || (least === 0 && !/[1-9]/.test(missing))) && asNumber(state, 'greatest', bounds) <= 0
      );
    },
  };
}
