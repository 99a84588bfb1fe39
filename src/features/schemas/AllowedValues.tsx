/** The allowed values of a field. A long list shows its first values, and the others on request. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** Longer lists are cut. */
const initialValues = 12;

const More = styled.details`
  summary {
    inline-size: fit-content;
    min-block-size: 24px;
    color: ${token.color.secondary};
    cursor: pointer;
  }
`;

export function AllowedValues({ values }: { values: readonly string[] | null }) {
  if (!values) return 'Any';
  if (values.length <= initialValues) return values.join(', ');
  return (
    <>
      {values.slice(0, initialValues).join(', ')}
      <More>
        <summary>and {values.length - initialValues} more</summary>
        {values.slice(initialValues).join(', ')}
      </More>
    </>
  );
}
