/** /open-file, where the installed console starts when a file is opened with it */
import { useEffect, useState } from 'react';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { DropZone } from './DropZone.tsx';
import { OpenedFile } from './OpenedFile.tsx';
import { useDatasets } from '#src/features/datasets/index.ts';
import { Card } from '#src/ui/Card.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Narrow } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';

/** The launch queue of Chromium; other browsers have none. */
type LaunchQueue = {
  setConsumer: (consume: (launch: { files: readonly { getFile: () => Promise<File> }[] }) => void) => void;
};

/** Calls back with the first file of each launch from the system's file manager. The file is only read. */
function onLaunchedFile(consume: (file: File) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files: [first] }) => {
    void first?.getFile().then(consume);
  });
}

export function OpenFilePage() {
  const { organization } = useSession();
  const datasets = useDatasets(organization.id);
  const behindProxy = useBehindProxy();
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => onLaunchedFile(setFile), []);
  return (
    <Page
      title="Open a file"
      context={organization.name}
      subtitle="Upload the records of a .csv, .json, .tsv or .ndjson file to one of your schemas."
    >
      {behindProxy === false && <ProxyNotice without="Uploading is not available here." />}
      <Loaded
        from={datasets}
        label="Loading datasets"
        missing="Datasets not found"
        back={<LinkButton to="/datasets">Datasets</LinkButton>}
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon="dataset"
              title="There is no dataset yet"
              actions={<LinkButton to="/datasets">Create a dataset</LinkButton>}
            >
              Records belong to a schema of a dataset. Make both first, then open the file again.
            </EmptyState>
          ) : (
            <Card as="section">
              <Narrow>
                {file ? (
                  <OpenedFile file={file} datasets={items} onClear={() => setFile(null)} />
                ) : (
                  <DropZone onFile={setFile} />
                )}
              </Narrow>
            </Card>
          )
        }
      </Loaded>
    </Page>
  );
}
