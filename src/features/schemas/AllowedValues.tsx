/** The values that a field may have: a long list shows its beginning, and the rest when it is asked for. */
import styled from 'styled-components';
import { token } from '#src/theme/tokens.ts';

/** Up to here the list is short enough to be read at a glance. */
const few = 12;

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
  if (values.length <= few) return values.join(', ');
  return (
    <>
      {values.slice(0, few).join(', ')}
      <More>
        <summary>and {values.length - few} more</summary>
        {values.slice(few).join(', ')}
      </More>
    </>
  );
}
