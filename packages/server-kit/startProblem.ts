/** Why a program can't start, where its operator can mend that. */

/** Its message is one or two sentences: which setting, what is wrong with it, what to do. It is shown without a stack. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
