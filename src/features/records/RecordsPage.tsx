/** /datasets/:datasetId/schemas/:schemaId/records */
import { lazy, Suspense, useMemo } from 'react';
import { useParams } from 'react-router';
import { helpLinks } from '#src/features/help/index.ts';
import { KeyringNotice, useBeforeUpload } from '#src/features/keyring/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { BackToDataset, SchemaTabs, useSchema } from '#src/features/schemas/index.ts';
import { NewRecords, UploadButton, UploadsButton } from '#src/features/upload/index.ts';
import { integrations } from '#src/shared/config.ts';
import { useRestored } from '#src/features/restored/index.ts';
import { useDataset } from '#src/features/datasets/index.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';
import { useRecordQuery } from './useRecordQuery.ts';
import { columnsOf } from './recordRows.ts';
import { useSavedLayout } from './columnLayout.ts';
import { LoadingRecords } from './EmptyRecords.tsx';
import { Records, type RecordsProps } from './Records.tsx';
import { useSavedSort } from './usePersistLayout.ts';

const OlderNotice = lazy(async () => ({
  default: (await import('#src/features/restored/OlderNotice.tsx')).OlderNotice,
}));
const RestoredNotice = lazy(async () => ({
  default: (await import('#src/features/restored/RestoredNotice.tsx')).RestoredNotice,
}));

export function RecordsPage() {
  const { datasetId = '', schemaId = '' } = useParams();
  const dataset = useDataset(datasetId);
  const schema = useSchema(schemaId);
  const behindProxy = useBehindProxy();
  const canUpload = schema.data?.permissions.can_upload ?? false;
  const beforeUpload = useBeforeUpload(behindProxy === true && canUpload);
  return (
    <Page
      fill
      title={schema.data?.name ?? 'Records'}
      context={dataset.data?.name}
      subtitle={schema.data?.description}
      actions={
        schema.data && (
          <>
            <UploadsButton schema={schema.data} behindProxy={behindProxy} />
            <UploadButton schema={schema.data} behindProxy={behindProxy} beforeUpload={beforeUpload} />
          </>
        )
      }
      tabs={schema.data && <SchemaTabs dataset={datasetId} schema={schemaId} />}
    >
      <Loaded
        from={schema}
        label="Loading the schema"
        missing="Schema Not Found"
        back={<BackToDataset dataset={datasetId} />}
      >
        {(found) => <SchemaRecords key={found.id} schema={found} {...{ behindProxy, beforeUpload }} />}
      </Loaded>
    </Page>
  );
}

const steps = {
  tutorial: integrations.video?.url ?? helpLinks.start,
  samples: helpLinks.samples,
  proxy: helpLinks.proxy,
};

type SchemaRecordsProps = Pick<RecordsProps, 'schema' | 'behindProxy' | 'beforeUpload'>;

function SchemaRecords({ schema, behindProxy, beforeUpload }: SchemaRecordsProps) {
  const fields = useMemo(() => columnsOf(schema.schema), [schema.schema]);
  const query = useRecordQuery(fields);
  const restored = useRestored(schema.id, behindProxy === true).data;
  if (restored && restored.state !== 'current')
    return (
      <Suspense>
        <OlderNotice schema={schema.id} state={restored} />
      </Suspense>
    );
  return (
    <>
      {behindProxy === false && (
        <ProxyNotice without="Searching, uploading and decrypting are not available here: you see the sealed records only." />
      )}
      <KeyringNotice behindProxy={behindProxy === true} />
      {restored?.epoch && (
        <Suspense>
          <RestoredNotice schema={schema.id} epoch={restored.epoch} state={restored} />
        </Suspense>
      )}
      <NewRecords schema={schema.id} />
      <RecordBrowser {...{ schema, fields, query, behindProxy, beforeUpload, steps }} />
    </>
  );
}

/** A schema's records, shown once the saved layout is loaded. */
function RecordBrowser(props: Omit<RecordsProps, 'layout'>) {
  const saved = useSavedLayout(props.schema.id);
  const ready = useSavedSort(saved, props.query, props.fields);
  if (!ready || saved === undefined) return <LoadingRecords columns={props.fields.length} />;
  return <Records {...props} layout={saved} />;
}
