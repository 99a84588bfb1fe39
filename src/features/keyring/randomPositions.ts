/** Which of the recovery words are asked for. */
import { phraseLength } from '@cloakroom/contract/keyring.ts';

/** Three different positions from 1, by chance, in their order. */
export function randomPositions(): number[] {
  const left = Array.from({ length: phraseLength }, (_, at) => at + 1);
  const chosen = Array.from({ length: 3 }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
  return chosen.sort((one, other) => one - other);
}
