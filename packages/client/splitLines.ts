/** Splits a stream of bytes into lines. */

/** The lines of UTF-8 text as they arrive, without their line breaks: for each chunk, the lines that it completes. Empty lines are left out. */
export async function* splitLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await reader.read();
      isDone = done;
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : lines.pop()!;
      const complete = lines.filter((line) => line !== '');
      if (complete.length > 0) yield complete;
    }
  } finally {
    if (!isDone) await reader.cancel().catch(() => undefined);
  }
}
