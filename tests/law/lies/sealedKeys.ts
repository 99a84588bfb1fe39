/** Opens keys that were sent to the service, with the keyrings of the people who may have them. */
import { idIn } from '@cloakroom/contract/reference.ts';
import { openSealedKey } from '@cloakroom/proxy/sharing/sealedKey.ts';
import type { Opened } from '#tests/law/support/forger.ts';
import { changedEnds, type OtherValues } from './generator.ts';

export type SentKey = { request: string; payload: string; signature: string };
type SealedKeyOrigin = { schema: string; sender: Opened; others: OtherValues };

/**
 * Describes what is wrong with a sealed key: that none of some people can open it.
 * @param people - each with the keys that they may have.
 */
export async function faultOfSealed(
  { request: reference, ...sealedKey }: SentKey,
  people: readonly { keys: Opened; fields: readonly string[] }[],
  { schema, sender, others }: SealedKeyOrigin,
): Promise<string | null> {
  const request = idIn(reference);
  for (const { keys, fields } of people) {
    const { party, self } = keys;
    // The service may have given the device another id; only the device's keys matter.
    for (const id of [party.id, ...others('id', party.id), ...changedEnds(party.id)])
      for (const field of fields) {
        const recipient = { ...party, id };
        const address = { request, schema, field, recipient, sender: sender.party };
        if (typeof (await openSealedKey(address, sealedKey, self.receivingKey)) !== 'string') return null;
      }
  }
  return 'a key was sealed that none of its rightful recipients can open';
}
