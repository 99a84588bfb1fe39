/** Seals and opens saved views, see "Saved view" in `packages/wire/FORMAT.md`. */
import { SavedView } from '@cloakroom/contract/savedViews.ts';
import { openBytes, sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { canonical, deriveKey } from '@cloakroom/sealed-index/crypto/derive.ts';
import { padValue, readValue } from '@cloakroom/sealed-index/crypto/plaintext.ts';
import { canonicalJson } from '@cloakroom/wire/canonicalJson.ts';

/** Where a view is stored, and in which version. Bound to the seal, so that the view opens in this place only. */
export type ViewBinding = { schema: string; id: string; version: number; generation: number };

const keyOf = (queryKey: Buffer) => deriveKey(queryKey, 'saved views');

const associated = ({ schema, id, version, generation }: ViewBinding) =>
  canonical('saved view', schema, id, version, generation);

/** The sealed view. @param queryKey - the key of the binding's generation. */
export const sealView = (queryKey: Buffer, binding: ViewBinding, view: SavedView): Buffer =>
  sealBytes(keyOf(queryKey), associated(binding), padValue('s', canonicalJson(view)));

/** Null for a view that was changed, that was sealed for another place, or that has members of a later version. */
export function openView(queryKey: Buffer, binding: ViewBinding, sealed: Uint8Array): SavedView | null {
  const padded = openBytes(keyOf(queryKey), associated(binding), sealed);
  const value = padded && readValue(padded);
  if (!value) return null;
  try {
    return SavedView.safeParse(JSON.parse(value.text)).data ?? null;
  } catch {
    return null;
  }
}
