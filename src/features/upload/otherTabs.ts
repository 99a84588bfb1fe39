/** Tabs of one person tell each other how their uploads get on. */
import { openChannel } from '#src/lib/channel.ts';
import type { Progress } from '#src/machines/upload/types.ts';
import { session } from '#src/machines/session/effects.ts';

/** What an upload goes into: the schema, what people call it, and the address of its records. */
export type Goal = { schema: string; title: string; path: string };

export type Tidings =
  /** A tab has just been opened: who uploads? */
  | { type: 'asked' }
  | { type: 'advanced'; goal: Goal; upload: Progress }
  | { type: 'completed'; goal: Goal; total: number; leftOut: number }
  | { type: 'failed'; goal: Goal; message: string }
  | { type: 'cancelled'; goal: Goal };

type Letter = { user: string | undefined; tidings: Tidings };

const channel = openChannel('uploads');
const person = () => session.getSnapshot().context.user?.id;

/** Tell the other tabs. */
export function tellTabs(tidings: Tidings): void {
  const letter: Letter = { user: person(), tidings };
  channel.postMessage(letter);
}

/** Hear the other tabs, but those of somebody else; and ask them who uploads. */
export function hearTabs(hear: (tidings: Tidings) => void): void {
  channel.addEventListener('message', ({ data: { user, tidings } }: MessageEvent<Letter>) => {
    if (user === person()) hear(tidings);
  });
  tellTabs({ type: 'asked' });
}
