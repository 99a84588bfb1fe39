/** Refuses to publish a manifest. */
import { invalid } from '@cloakroom/server-kit/problem.ts';

export const refusal = (sentence: string) =>
  invalid({ segments: [`This manifest can't be published: ${sentence}`] });

export function refuse(sentence: string): never {
  throw refusal(sentence);
}
