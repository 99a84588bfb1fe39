/** Which version this is, and quietly whether there is a newer one. */
import styled from 'styled-components';
import { build } from '#src/shared/build.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { useUpdate } from './useUpdate.ts';

/* As high as the links beside it. */
const Version = styled.span`
  padding-block: 2px;
`;
const Quiet = styled.button`
  min-block-size: 24px;
  padding: 2px 0;
  font: inherit;
  color: ${token.color.primary};
  background: none;
  border: 0;
  text-decoration: underline;
  cursor: pointer;
`;

export function VersionLine() {
  const { state, startUpdate: press } = useUpdate();
  const quiet = state.matches({ waiting: 'quiet' });
  return (
    <>
      <Version>
        Version {build.version} ({build.id})
      </Version>
      {quiet && (
        <Quiet type="button" onClick={press}>
          Update to the new version
        </Quiet>
      )}
    </>
  );
}
