/** The steps of the breadcrumb, derived from the path. */
import { schemaPath } from '#src/shared/paths.ts';
import { capitalize } from '#src/shared/format/capitalize.ts';

export type BreadcrumbStep = { label: string; to?: string };

/** The names of the ids in the path, undefined until they are loaded. */
export type Names = { dataset: string | undefined; schema: string | undefined };

/** The label of a path segment: `choose-plan` is "Choose plan". */
function labelOf(part: string): string {
  if (part === 'api-docs') return 'API Docs';
  return capitalize(part.replaceAll('-', ' '));
}

/**
 * One step for each part of the path that has a page.
 * Ids are shown as names; until a name is known, as "Dataset" or "Schema".
 */
export function breadcrumbOf(pathname: string, names: Names): BreadcrumbStep[] {
  const [first, dataset, , schema, side] = pathname.split('/').filter(Boolean);
  if (first !== 'datasets') {
    return pathname
      .split('/')
      .filter(Boolean)
      .map((part, at, all) => ({ label: labelOf(part), to: `/${all.slice(0, at + 1).join('/')}` }));
  }
  const steps: BreadcrumbStep[] = [{ label: 'Datasets', to: '/datasets' }];
  if (dataset) steps.push({ label: names.dataset ?? 'Dataset', to: `/datasets/${dataset}` });
  if (dataset && schema === 'create') steps.push({ label: 'Create Schema' });
  else if (dataset && schema) {
    steps.push({ label: names.schema ?? 'Schema', to: schemaPath(dataset, schema) });
    if (side) steps.push({ label: labelOf(side) });
  }
  return steps;
}
