/** What a person does through the proxy, and what came out of it. */

/** What came out of an action: what the person sees, and what was changed; or the refusal. */
export type Outcome = { status: number; refusal: string | null; seen: unknown };

export type Action = {
  name: string;
  run: () => Promise<Outcome>;
  /** Runs before each run, with the honest service. */
  prepare?: () => Promise<unknown>;
  /** Whether an outcome that differs at some paths says itself that something is not confirmed or not readable. */
  marks?: (seen: unknown, paths: readonly string[]) => boolean;
  /** Runs after each lie, with the honest service: a sentence where something is wrong now. */
  check?: (outcome: Outcome) => Promise<string | null>;
  /** The outcome is another one each time: it is compared after this. */
  normalized?: (seen: unknown) => unknown;
  /** Lies of each call that are tried; the rest by turns in other actions. All, where it is left out. */
  maxLies?: number;
  /** The calls whose answers are lied about; all, where it is left out. */
  calls?: string[];
};
