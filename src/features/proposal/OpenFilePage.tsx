/** /open-file, the page that the installed console shows when a file is opened with it */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDatasets } from '#src/features/datasets/index.ts';
import { useAdminReason } from '#src/features/organizations/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { ChosenFile, DropZone, OpenedFile } from '#src/features/upload/index.ts';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Muted, Narrow, Stack } from '#src/ui/layout.ts';
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
  const { proposal } = useActors();
  const navigate = useNavigate();
  const { organization } = useSession();
  const datasets = useDatasets(organization.id);
  const behindProxy = useBehindProxy();
  const [launched, setLaunched] = useState<File | null>(null);
  const [file, setFile] = useState<File | null>(null);
  useEffect(
    () =>
      onLaunchedFile((opened) => {
        setFile(null);
        setLaunched(opened);
      }),
    [],
  );
  const obstacle = useAdminReason('create datasets');
  const clear = () => {
    setFile(null);
    setLaunched(null);
  };
  const createDataset = (chosen: File) => {
    proposal.send({
      type: 'file.dropped',
      file: chosen,
      place: { organization: organization.id, dataset: null },
    });
    void navigate('/upload-file');
  };
  return (
    <Page
      title="Open a file"
      context={organization.name}
      subtitle="Upload its records to one of your schemas, or create a dataset from it."
    >
      {behindProxy === false && <ProxyNotice without="Uploading is not available here." />}
      <Loaded
        from={datasets}
        label="Loading datasets"
        missing="Datasets not found"
        back={<LinkButton to="/datasets">Datasets</LinkButton>}
      >
        {({ items }) => (
          <Card as="section">
            <Narrow>
              {!file ? (
                <DropZone onFile={setFile} dropped={launched} />
              ) : (
                <Stack>
                  {items.length > 0 ? (
                    <OpenedFile file={file} datasets={items} onClear={clear} />
                  ) : (
                    <ChosenFile id="opened-file" file={file} onClear={clear} />
                  )}
                  <Muted>
                    Or have its fields proposed: one click then creates the dataset, the schema and the
                    upload.
                  </Muted>
                  <div>
                    <Button
                      icon="plus"
                      kind={items.length > 0 ? 'secondary' : 'primary'}
                      unavailable={obstacle}
                      onClick={() => createDataset(file)}
                    >
                      Create a dataset from it
                    </Button>
                  </div>
                </Stack>
              )}
            </Narrow>
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
