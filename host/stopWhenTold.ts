/** How a program ends. */

/** End in good order at the first signal to do so, or when whoever started this program is gone. */
export function stopWhenTold(program: NodeJS.Process, stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => program.exit(0),
      (error: unknown) => {
        program.stderr.write(`This program did not stop cleanly: ${String(error)}\n`);
        program.exit(1);
      },
    );
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) program.once(event, end);
}
