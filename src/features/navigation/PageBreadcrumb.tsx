/** The breadcrumb of the current page, with the names of its dataset and schema. */
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { datasetQueries } from '#src/features/datasets/index.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { Breadcrumb } from '#src/ui/shell/Breadcrumb.tsx';
import { breadcrumbOf } from './breadcrumb.ts';

export function PageBreadcrumb() {
  const { pathname } = useLocation();
  const { datasetId = '', schemaId = '' } = useParams();
  const dataset = useQuery({ ...datasetQueries.one(datasetId), enabled: datasetId !== '' });
  const schema = useQuery({ ...schemaQueries.one(schemaId), enabled: schemaId !== '' });
  const steps = breadcrumbOf(pathname, { dataset: dataset.data?.name, schema: schema.data?.name });
  return <Breadcrumb steps={steps} />;
}
