/** Datasets: named groups of an organization's schemas. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exampleIds } from './exampleIds.ts';
import { listQuery } from './list.ts';
import { Reference, Url } from './reference.ts';
import { Slug, Text } from './text.ts';
import { anyVerb } from './tokenVerbs.ts';

export const Dataset = z.object({
  id: z.string(),
  url: Url,
  organization: Url,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  created: z.string(),
  /** Only in lists with `expand=schema_count`. */
  schema_count: z.number().int().optional(),
});
export type Dataset = z.infer<typeof Dataset>;

const Name = Text.trim().min(1, 'A name is required.').max(127);
const Description = Text.trim().max(255);
const shared = { answeredBy: 'service', access: 'user' } as const;

export const listDatasets = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/datasets/',
  tokenVerbs: anyVerb,
  summary: 'The datasets of your organizations.',
  query: listQuery().extend({
    id: Reference.optional(),
    organization: Reference.optional(),
    name: Text.optional(),
    slug: Text.optional(),
    expand: z.literal('schema_count').optional(),
  }),
  reply: z.array(Dataset),
});

export const createDataset = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/datasets/',
  summary: 'Create a dataset.',
  repeatable: true,
  body: z.strictObject({
    name: Name,
    /** Derived from the name by default. */
    slug: Slug.optional(),
    description: Description.default(''),
    organization: Reference,
  }),
  example: { name: 'Ward 7', description: 'Patients since May', organization: exampleIds.organization },
  status: 201,
  reply: Dataset,
});

export const getDataset = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/datasets/:id/',
  tokenVerbs: anyVerb,
  summary: 'One dataset.',
  reply: Dataset,
});

export const getDatasetBySlug = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/organizations/:id/dataset/:slug/',
  tokenVerbs: anyVerb,
  summary: 'One dataset, by its slug.',
  reply: Dataset,
});

export const patchDataset = endpoint({
  ...shared,
  method: 'PATCH',
  path: '/api/datasets/:id/',
  summary: 'Rename or describe a dataset.',
  repeatable: true,
  body: z.strictObject({ name: Name.optional(), description: Description.optional() }),
  reply: Dataset,
});

export const deleteDataset = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/datasets/:id/',
  summary: 'Delete a dataset that holds no schema.',
  status: 204,
  reply: 'nothing',
});
