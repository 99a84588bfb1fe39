/** The lines of a thread's error that name places in the code. Its message may contain a value and is left out. */
export const threadStack = ({ stack = '' }: { stack?: string | undefined }): string[] =>
  stack.split('\n').filter((line) => /^\s+at /.test(line));
