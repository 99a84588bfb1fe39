/** What other features may use of this one. */
export { BackToDatasets } from './BackToDatasets.tsx';
export { datasetQueries, useDataset, useDatasets } from './queries.ts';
