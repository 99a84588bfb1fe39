/** What other features may use of this one. */
export { BackToDataset } from './BackToDataset.tsx';
export { SchemaRemovals } from './SchemaRemovals.tsx';
export { SchemaTabs } from './SchemaTabs.tsx';
export { schemaTemplates } from './templates.ts';
export { readSchemaText } from './schemaText.ts';
export { schemaQueries, useSchema, useSchemasIn, useSchemasInAll } from './queries.ts';
