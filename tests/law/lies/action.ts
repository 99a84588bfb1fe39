/** An action of a person through the proxy, and its outcome. */

/** The outcome of an action: what the person sees, or the refusal. */
export type Outcome = { status: number; refusal: string | null; seen: unknown };

export type Action = {
  name: string;
  run: () => Promise<Outcome>;
  /** Runs before each run, with the honest service. */
  prepare?: () => Promise<unknown>;
  /** Whether an outcome that differs at some paths is itself marked as unconfirmed or unreadable. */
  marks?: (seen: unknown, paths: readonly string[]) => boolean;
  /** Runs after each lie, with the honest service. @returns a sentence if something is wrong; null otherwise. */
  check?: (outcome: Outcome) => Promise<string | null>;
  /** Runs after all lies about an answer, with the honest service. For checks that take too long to run after each lie. */
  checkAll?: () => Promise<string | null>;
  /** Maps outcomes that differ in each run to comparable ones. */
  normalized?: (seen: unknown) => unknown;
  /** The maximum number of lies tried for each call; other actions try the rest. All lies if omitted. */
  maxLies?: number;
  /** The calls whose answers are falsified; all if omitted. */
  calls?: string[];
};
