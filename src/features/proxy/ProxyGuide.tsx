/** How to run the proxy: the commands for the user's system, what they do, and how to check that the proxy runs. */
import { useState } from 'react';
import styled from 'styled-components';
import { useStatus } from '#src/features/connection/index.ts';
import { config } from '#src/shared/config.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Choice } from '#src/ui/form/Choice.tsx';
import { Muted } from '#src/ui/layout.ts';
import { proxyCommands, systemOf, systems } from './proxyCommands.ts';
import { useProxyUrl } from './useProxyUrl.ts';

const Steps = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${token.space.sm};
`;
const Command = styled.div`
  display: flex;
  gap: ${token.space.s};
  align-items: center;
  margin-block-start: ${token.space.xs};
  padding-inline-start: ${token.space.sm};
  background: ${token.color.sunken};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.s};
  code {
    flex: 1;
    padding-block: ${token.space.s};
    overflow-x: auto;
    white-space: nowrap;
    background: none;
  }
`;

function CopyableCommand({ command, name }: { command: string; name: string }) {
  return (
    <Command>
      <code
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
        tabIndex={0}
        role="region"
        aria-label={name}
      >
        {command}
      </code>
      <CopyButton value={command} valueName={name} />
    </Command>
  );
}

export function ProxyGuide() {
  const { data: status } = useStatus();
  const [system, setSystem] = useState(() => systemOf(navigator.userAgent));
  const proxyUrl = useProxyUrl();
  const commands = proxyCommands(system, {
    service: status?.behind_proxy === false ? location.origin : undefined,
    proxyUrl,
  });
  return (
    <>
      <p>
        The proxy is a small program that runs on your machine and holds your keys. It serves this same
        console, so that what you type and read never leaves the machine in the clear.
      </p>
      {status?.behind_proxy && (
        <Banner tone="success">
          This page comes from your proxy. You need the commands only on another machine.
        </Banner>
      )}
      <Choice legend="Your system" options={systems} value={system} onChange={setSystem} />
      <Steps>
        <li>
          Install Node 20.19 or later, and go to the folder of {config.productName}. Its operator, or the
          admin of your organization, gives you a copy.
        </li>
        <li>
          Install what the proxy needs, and build the console that it serves. Once for each version:
          <CopyableCommand name="command that installs" command={commands.install} />
        </li>
        <li>
          Start the proxy. It seals and opens your data for{' '}
          {status?.behind_proxy === false
            ? 'this service'
            : 'the service whose address you write after UPSTREAM'}
          , and runs until you end it with Ctrl-C:
          <CopyableCommand name="command that starts the proxy" command={commands.start} />
        </li>
        <li>
          Open the console on your proxy, at <a href={proxyUrl}>{proxyUrl}</a>. It works if the notice “No
          Proxy Detected” is gone. In the same folder, this command says which proxy and service answer:
          <CopyableCommand name="command that checks the proxy" command={commands.check} />
        </li>
      </Steps>
      <p>
        <Muted>
          On a machine that runs the whole of {config.productName}, <code>npm start</code> starts the proxy
          too.
        </Muted>
      </p>
    </>
  );
}
