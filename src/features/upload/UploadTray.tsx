/** A list of all uploads and exports at the bottom of every page: target, progress and result. */
import { Link } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { Job } from '@cloakroom/contract/jobs.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import type { SchemaUpload, UploadsContext } from '#src/machines/uploads/types.ts';
import { schemaQueries } from '#src/features/schemas/index.ts';
import { ExportLine, useTrayExports } from '#src/features/exports/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { PlainList } from '#src/ui/layout.ts';
import { Progress } from '#src/ui/Progress.tsx';
import { Tray, TrayLine } from '#src/ui/Tray.tsx';
import { useRootMark } from '#src/ui/useRootMark.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { amountText, leftOutText, paceText, phaseTexts } from './messages.ts';
import { jobQueries } from './jobQueries.ts';
import { requestUpload } from '#src/machines/uploads/requestUpload.ts';
import { useRefreshAfterUpload } from './useUpload.ts';

function statusText({ state }: SchemaUpload): string {
  const { phase, progress, total, stalled, failure } = state.context;
  if (state.matches('completed'))
    return [`Upload Complete, ${formatQuantity(total, 'record')}`, leftOutText(state.context)]
      .filter(Boolean)
      .join(', ');
  if (state.matches('terminated')) return ['Upload Terminated', failure?.message].filter(Boolean).join('. ');
  const step = state.matches('inOtherTab') ? 'Uploading in another tab' : phaseTexts[phase];
  const pace = stalled ? 'no progress for 30 seconds' : paceText(state.context);
  return [`${step}, ${progress} %`, pace].filter(Boolean).join(', ');
}

function UploadLine({ upload }: { upload: SchemaUpload }) {
  const { target, actor, state } = upload;
  const { uploads } = useActors();
  const { name, progress } = state.context;
  const dismiss = () => {
    actor.send({ type: 'file.cleared' });
    // The page of the schema would show them next.
    uploads.send({ type: 'records.dismissed', schema: target.schema });
  };
  const ended = state.hasTag('ended');
  const icon = state.matches('completed') ? 'check' : ended ? 'warning' : 'upload';
  return (
    <TrayLine $ended={ended}>
      <Icon name={icon} size={18} />
      <p>
        <Link to={target.path}>{target.title}</Link> <span>{name && `${name} · `}</span>
        {statusText(upload)}
      </p>
      {!ended && (
        <Progress
          label={`Upload to ${target.title}`}
          value={progress}
          text={`${amountText(state.context)}, ${progress} %`}
        />
      )}
      {state.matches('uploading') && state.context.stalled && (
        <IconButton
          icon="close"
          size="s"
          label={`Cancel the upload to ${target.title}`}
          onClick={() => actor.send({ type: 'upload.cancelled' })}
        />
      )}
      {ended && <IconButton icon="close" size="s" label={`Dismiss ${target.title}`} onClick={dismiss} />}
    </TrayLine>
  );
}

export function UploadTray({ behindProxy }: { behindProxy: boolean }) {
  const uploads = useTrayUploads(behindProxy);
  const exports = useTrayExports();
  const ended = [
    ...uploads
      .filter(({ state }) => state.hasTag('ended'))
      .map((upload) => `${upload.target.title}: ${statusText(upload)}`),
    exports.ended,
  ].filter(Boolean);
  const kinds = [uploads.length > 0 && 'Uploads', exports.all.length > 0 && 'Exports'].filter(Boolean);
  useRootMark('tray', kinds.length > 0);
  return (
    <>
      <VisuallyHidden role="status">{ended.join('. ')}</VisuallyHidden>
      {kinds.length > 0 && (
        <Tray aria-label={kinds.join(' and ')}>
          <PlainList>
            {exports.all.map((actor) => (
              <ExportLine key={actor.id} actor={actor} />
            ))}
            {uploads.map((upload) => (
              <UploadLine key={upload.target.schema} upload={upload} />
            ))}
          </PlainList>
        </Tray>
      )}
    </>
  );
}

/** An alert takes the place of an upload that failed in the proxy. */
const visibleUploads = ({ context }: { context: UploadsContext }) =>
  Object.values(context.bySchema).filter(({ state }) => !state.matches('none') && !state.context.fatal);

const areSame = (previous: readonly SchemaUpload[], next: readonly SchemaUpload[]) =>
  previous.length === next.length && previous.every((upload, i) => upload === next[i]);

/**
 * The uploads in the tray: of this tab, of other tabs, and jobs that continued or ended at the proxy since a
 * reload.
 */
function useTrayUploads(behindProxy: boolean): readonly SchemaUpload[] {
  const client = useQueryClient();
  const { uploads } = useActors();
  useRefreshAfterUpload();
  useEffect(() => {
    if (!behindProxy) return;
    const follow = async ({ job_id: job, schema: link }: Job) => {
      const schema = await client.query(schemaQueries.one(idIn(link)));
      // Of several jobs of a schema only the first is shown in this visit.
      requestUpload(uploads, schema).send({ type: 'job.found', job });
    };
    const followAll = async () => Promise.allSettled((await client.query(jobQueries.toShow())).map(follow));
    // Safe to ignore: the jobs continue at the proxy.
    followAll().catch(() => undefined);
  }, [behindProxy, client, uploads]);
  return useSelector(uploads, visibleUploads, areSame);
}
