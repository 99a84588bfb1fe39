/** The version of the console, with a link to update if a newer one was postponed. */
import styled from 'styled-components';
import { build } from '#src/shared/build.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { useUpdate } from './useUpdate.ts';

/* The same height as the links beside it. */
const Version = styled.span`
  padding-block: 2px;
`;
const TextButton = styled.button`
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
  const { state, startUpdate } = useUpdate();
  const postponed = state.matches({ waiting: 'snoozed' });
  return (
    <>
      <Version>
        Version {build.version} ({build.id})
      </Version>
      {postponed && (
        <TextButton type="button" onClick={startUpdate}>
          Update to the new version
        </TextButton>
      )}
    </>
  );
}
