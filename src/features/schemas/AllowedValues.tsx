/** The values that a field may have: a long list shows its beginning, and the rest when it is asked for. */
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';

/** Up to here the list is short enough to be read at a glance. */
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
