/** Which fields records were sealed with: those of their generation of keys, as their schema's manifest says. */
import { fieldsInGeneration } from '@cloakroom/contract/definitions.ts';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import type { OwnSchema } from './schemas.ts';

/** The fields of a generation, in the order of their numbers in its groups and indexes. */
export type FieldsOfGeneration = (generation: number) => readonly Field[];

/**
 * The fields that the records of a manifest were sealed with, by generation. The manifest's MAC covers them: a service that
 * names other key checks changes nothing.
 */
export function sealedFieldsIn(
  { definition }: Pick<Manifest, 'definition'>,
  fields: readonly Field[],
): FieldsOfGeneration {
  const added = definition?.added;
  if (!added) return () => fields;
  const known = new Map<number, readonly Field[]>();
  return (generation) => {
    const found = known.get(generation) ?? fieldsInGeneration(fields, added, generation);
    known.set(generation, found);
    return found;
  };
}

const uploadGenerations = new WeakMap<Manifest['segments'], ReadonlyMap<string, number>>();

/** The same by the upload of a record, given in hex. All records of an upload are sealed with the keys of one generation. */
export function sealedFieldsByUpload(
  manifest: Manifest,
  fields: readonly Field[],
): (upload: string) => readonly Field[] {
  // Without added fields, all records have the same ones.
  if (!manifest.definition?.added) return () => fields;
  const { segments } = manifest;
  const generations =
    uploadGenerations.get(segments) ??
    new Map(segments.flatMap(({ ranges, generation }) => ranges.map(({ upload }) => [upload, generation])));
  uploadGenerations.set(segments, generations);
  const sealedIn = sealedFieldsIn(manifest, fields);
  return (upload) => sealedIn(generations.get(upload) ?? manifest.generation);
}

/** A schema as the records of a generation were sealed: without the fields that were added later. */
export function inGeneration(own: OwnSchema, manifest: Manifest, generation: number): OwnSchema {
  const fields = sealedFieldsIn(manifest, own.fields)(generation);
  return fields === own.fields ? own : { ...own, fields: [...fields] };
}
