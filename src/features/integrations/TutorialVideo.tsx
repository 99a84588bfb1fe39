/** The tutorial, loaded when a person plays it: before that, its host receives no request. */
import { useState } from 'react';
import styled from 'styled-components';
import { token } from '#src/ui/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { integrations } from '#src/shared/config.ts';

const Frame = styled.div`
  display: grid;
  place-items: center;
  gap: ${token.space.s};
  aspect-ratio: 16 / 9;
  max-inline-size: 48rem;
  padding: ${token.space.m};
  text-align: center;
  color: ${token.color.muted};
  background: ${token.color.sunken};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  align-content: center;
  iframe {
    inline-size: 100%;
    block-size: 100%;
    border: 0;
  }
`;

/** Renders nothing if no video is configured. */
export function TutorialVideo() {
  const [playing, setPlaying] = useState(false);
  const { video } = integrations;
  if (!video) return null;
  return (
    <Frame>
      {playing ? (
        <iframe
          src={video.url}
          title="Tutorial"
          allow="fullscreen; picture-in-picture"
          sandbox="allow-scripts allow-same-origin allow-presentation"
          referrerPolicy="strict-origin"
        />
      ) : (
        <>
          <Button kind="primary" icon="play" onClick={() => setPlaying(true)}>
            Play the tutorial
          </Button>
          <span>It is loaded from {new URL(video.url, location.href).host}.</span>
        </>
      )}
    </Frame>
  );
}
