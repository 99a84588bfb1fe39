/** Runs the matrix and the isolation checks against a service, whole or with a guard switched off. */
import { api } from '@cloakroom/contract/api.ts';
import { wrongCells } from '#tests/service/matrix/judge.ts';
import { hintsOf, leaksOf } from '#tests/service/matrix/leaks.ts';
import { rows, titleOf } from '#tests/service/matrix/rows/all.ts';
import { makeMatrix } from '#tests/service/matrix/world.ts';
import { startService } from '#tests/service/support/service.ts';

const nouns = new Map(api.map(({ name, noun }) => [name, noun]));

/**
 * A description of the first failure; null if there is none.
 * @param about - the nouns to begin with.
 */
export async function firstWrong(about: readonly string[]): Promise<string | null> {
  const service = await startService();
  try {
    const [ours, theirs] = [await makeMatrix(service), await makeMatrix(service)];
    const rankOf = (call: string) => (about.includes(nouns.get(call) ?? '') ? 0 : 1);
    for (const row of rows.toSorted((one, other) => rankOf(one.call) - rankOf(other.call))) {
      const wrong = [
        ...(await wrongCells(ours, row)),
        ...(await leaksOf(ours, theirs, row)).leaks,
        ...(await hintsOf(ours, theirs, row)),
      ];
      if (wrong[0]) return `${titleOf(row)}: ${wrong[0]}`;
    }
    return null;
  } finally {
    await service.close();
  }
}
