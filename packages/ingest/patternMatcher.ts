/** Finds a pattern in texts in time that grows with their length alone: a deterministic automaton, made as far as the texts need it. */
import { compilePattern, type Instruction, type PatternProgram } from '@cloakroom/contract/pattern.ts';

/** States and characters that are remembered; beyond that the automaton is begun anew. */
const [maxStates, maxCharacters] = [1000, 10_000];
const ascii = 128;

/** What stands at a side of a place in a text, as far as `^`, `$` and `\b` ask. */
type Side = 'nothing' | 'word' | 'other';

/** Where the automaton can be before a character: instructions that were reached by the characters so far. */
type State = {
  reached: number[];
  before: Side;
  after: (State | 'found' | 'lost' | undefined)[];
  end: boolean | undefined;
};

/** Says whether a text has a match of the pattern anywhere. @throws {PatternRefused} as {@link compilePattern} does. */
export function patternMatcher(pattern: string): (text: string) => boolean {
  const automaton = new Automaton(compilePattern(pattern));
  return (text) => automaton.isFoundIn(text);
}

class Automaton {
  private readonly program: PatternProgram;
  private readonly classes: RegExp[];
  /** A match can begin at the start of a text only. */
  private readonly anchored: boolean;
  private states = new Map<string, State>();
  /** Characters that no class tells apart have one number, by the classes that they are in. */
  private kinds = new Map<string, number>();
  private members: { classes: boolean[]; side: Side }[] = [];
  private kindOfAscii = new Int16Array(ascii).fill(-1);
  private kindOfOther = new Map<number, number>();
  private first: State;

  constructor(program: PatternProgram) {
    this.program = program;
    this.classes = program.classes.map((source) => new RegExp(`^${source}$`, 'u'));
    const sides = ['word', 'other', 'nothing'] as const;
    this.anchored = sides.every((behind) =>
      sides.every(
        (before) => before === 'nothing' || this.closure([program.start], before, behind).length === 0,
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
    const classes = this.classes.map((each) => each.test(character));
    const side: Side = /^\w$/.test(character) ? 'word' : 'other';
    const key = `${side}${classes.map(Number).join('')}`;
    const kind = this.kinds.get(key) ?? this.members.push({ classes, side }) - 1;
    this.kinds.set(key, kind);
    if (code < ascii) this.kindOfAscii[code] = kind;
    else this.kindOfOther.set(code, kind);
    return kind;
  }

  /** What follows a state by a character of that kind. */
  private step(state: State, kind: number): State | 'found' | 'lost' {
    const { classes, side } = this.members[kind]!;
    const { instructions, start } = this.program;
    const here = this.closure(state.reached, state.before, side);
    const reached = new Set<number>();
    for (const number of here) {
      const instruction = instructions[number]!;
      if (instruction.do === 'read' && classes[instruction.class]) reached.add(instruction.next);
    }
    if (!this.anchored) reached.add(start);
    const next = this.accepts(here)
      ? 'found'
      : reached.size === 0
        ? 'lost'
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
    // While one text is read, no more states than this are remembered.
    if (this.states.size <= maxStates) this.states.set(key, state);
    return state;
  }

  private accepts(closure: number[]): boolean {
    return closure.some((number) => this.program.instructions[number]!.do === 'accept');
  }

  /** The instructions that read or accept, reached from these without reading. */
  private closure(from: readonly number[], before: Side, behind: Side): number[] {
    const found: number[] = [];
    const seen = new Uint8Array(this.program.instructions.length);
    const waiting = [...from];
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      if (seen[number] === 1) continue;
      seen[number] = 1;
      const instruction = this.program.instructions[number]!;
      if (instruction.do === 'split') waiting.push(instruction.next, instruction.other);
      else if (instruction.do === 'test') {
        if (holdsAt(instruction, before, behind)) waiting.push(instruction.next);
      } else found.push(number);
    }
    return found;
  }
}

function holdsAt({ place }: Extract<Instruction, { do: 'test' }>, before: Side, behind: Side): boolean {
  if (place === 'start') return before === 'nothing';
  if (place === 'end') return behind === 'nothing';
  return ((before === 'word') !== (behind === 'word')) === (place === 'boundary');
}
