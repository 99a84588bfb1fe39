/** Matches patterns in linear time, with a DFA whose states are built lazily. */
import { compilePattern, type Instruction, type PatternProgram } from '@cloakroom/contract/pattern.ts';

/** Cached states and characters; beyond these the cache is reset. */
const [maxStates, maxCharacters] = [1000, 10_000];
const ascii = 128;

/** The neighbour of a position, as far as `^`, `$` and `\b` distinguish it. */
type Side = 'nothing' | 'word' | 'other';

/** A DFA state: the instructions that the characters so far have reached. */
type State = {
  reached: number[];
  before: Side;
  after: (State | 'found' | 'failed' | undefined)[];
  end: boolean | undefined;
};

/** Makes a function that finds a match anywhere in a string. @throws {PatternRefused} as {@link compilePattern} does. */
export function patternMatcher(pattern: string): (text: string) => boolean {
  const automaton = new Automaton(compilePattern(pattern));
  return (text) => automaton.isFoundIn(text);
}

class Automaton {
  private readonly program: PatternProgram;
  private readonly classes: RegExp[];
  /** Whether matches begin only at the start of a string. */
  private readonly anchored: boolean;
  private states = new Map<string, State>();
  /** The numbers of the kinds of characters: those of one kind belong to the same classes. */
  private kinds = new Map<string, number>();
  private members: { classes: boolean[]; side: Side }[] = [];
  private kindOfAscii = new Int16Array(ascii).fill(-1);
  private kindOfOther = new Map<number, number>();
  private first: State;

  constructor(program: PatternProgram) {
    this.program = program;
    this.classes = program.classes.map((source) => new RegExp(`^${source}$`, 'u'));
    const sides = ['word', 'other', 'nothing'] as const;
    this.anchored = sides.every((following) =>
      sides.every(
        (before) => before === 'nothing' || this.closure([program.start], before, following).length === 0,
      ),
    );
    this.first = this.state([program.start], 'nothing');
  }

  isFoundIn(text: string): boolean {
    if (this.states.size > maxStates || this.kindOfOther.size > maxCharacters) this.reset();
    let state = this.first;
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at);
      if (code >= 0xd800 && code < 0xdc00) {
        code = text.codePointAt(at)!;
        if (code > 0xffff) at++;
      }
      const kind = code < ascii ? this.kindOfAscii[code]! : (this.kindOfOther.get(code) ?? -1);
      const known = kind >= 0 ? state.after[kind] : undefined;
      const next = known ?? this.step(state, kind >= 0 ? kind : this.kindOf(code));
      if (typeof next === 'string') return next === 'found';
      state = next;
    }
    return (state.end ??= this.accepts(this.closure(state.reached, state.before, 'nothing')));
  }

  private reset(): void {
    this.states = new Map();
    this.kinds = new Map();
    this.members = [];
    this.kindOfAscii.fill(-1);
    this.kindOfOther = new Map();
    this.first = this.state([this.program.start], 'nothing');
  }

  private kindOf(code: number): number {
    const character = String.fromCodePoint(code);
    const classes = this.classes.map((pattern) => pattern.test(character));
    const side: Side = /^\w$/.test(character) ? 'word' : 'other';
    const key = `${side}${classes.map(Number).join('')}`;
    const kind = this.kinds.get(key) ?? this.members.push({ classes, side }) - 1;
    this.kinds.set(key, kind);
    if (code < ascii) this.kindOfAscii[code] = kind;
    else this.kindOfOther.set(code, kind);
    return kind;
  }

  /** The transition from a state by a character of that kind. */
  private step(state: State, kind: number): State | 'found' | 'failed' {
    const { classes, side } = this.members[kind]!;
    const { instructions, start } = this.program;
    const current = this.closure(state.reached, state.before, side);
    const reached = new Set<number>();
    for (const number of current) {
      const instruction = instructions[number]!;
      if (instruction.do === 'read' && classes[instruction.class]) reached.add(instruction.next);
    }
    if (!this.anchored) reached.add(start);
    const next = this.accepts(current)
      ? 'found'
      : reached.size === 0
        ? 'failed'
        : this.state(
            [...reached].sort((a, b) => a - b),
            side,
          );
    if (this.states.size <= maxStates) state.after[kind] = next;
    return next;
  }

  private state(reached: number[], before: Side): State {
    const key = `${before}${reached.join(',')}`;
    const known = this.states.get(key);
    if (known) return known;
    const state: State = { reached, before, after: [], end: undefined };
    // Limits the cached states while one string is matched.
    if (this.states.size <= maxStates) this.states.set(key, state);
    return state;
  }

  private accepts(closure: number[]): boolean {
    return closure.some((number) => this.program.instructions[number]!.do === 'accept');
  }

  /** The epsilon closure: instructions that read or accept, reached without reading. */
  private closure(from: readonly number[], before: Side, following: Side): number[] {
    const found: number[] = [];
    const seen = new Uint8Array(this.program.instructions.length);
    const waiting = [...from];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      if (seen[number] === 1) continue;
      seen[number] = 1;
      const instruction = this.program.instructions[number]!;
      if (instruction.do === 'split') waiting.push(instruction.next, instruction.other);
      else if (instruction.do === 'test') {
        if (holdsAt(instruction, before, following)) waiting.push(instruction.next);
      } else found.push(number);
    }
    return found;
  }
}

function holdsAt(
  { assertion }: Extract<Instruction, { do: 'test' }>,
  before: Side,
  following: Side,
): boolean {
  if (assertion === 'start') return before === 'nothing';
  if (assertion === 'end') return following === 'nothing';
  return ((before === 'word') !== (following === 'word')) === (assertion === 'boundary');
}
