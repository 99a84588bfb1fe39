/** The supported subset of JSON Schema. */
import { Link } from 'react-router';
import { Banner } from '#src/ui/Banner.tsx';

type Props = {
  /** The guide to schemas: a page of the console, or an address elsewhere. */
  guide: string;
};

export function SchemaRules({ guide }: Props) {
  return (
    <Banner tone="info" title="Only JSON Schema is supported">
      Fields are strings or numbers, and every number field must have <code>minimum</code> and{' '}
      <code>maximum</code>: they make ranges searchable while the values stay sealed.{' '}
      {guide.startsWith('/') ? (
        <Link to={guide}>Read about schemas</Link>
      ) : (
        <a href={guide}>Read about schemas</a>
      )}
      {' or see '}
      <a href="https://json-schema.org/learn/getting-started-step-by-step">how JSON Schema works</a>.
    </Banner>
  );
}
