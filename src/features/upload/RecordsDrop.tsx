/** Takes a file that is dropped on the records of a schema, or pasted there. Says why if it can't be uploaded. */
import { useActors } from '#src/features/root/index.ts';
import { WindowDrop } from '#src/ui/WindowDrop.tsx';

type RecordsDropProps = {
  /** The name of the schema. */
  schema: string;
  /** Why nothing can be uploaded. */
  obstacle: string | undefined;
  onFile: (file: File) => void;
};

export function RecordsDrop({ schema, obstacle, onFile }: RecordsDropProps) {
  const { raiseAlert } = useActors();
  const take = (file: File) => {
    if (obstacle === undefined) onFile(file);
    else
      raiseAlert({
        type: 'warning',
        source: 'File',
        content: `${file.name} is not uploaded. ${obstacle}`,
        duration: 10,
      });
  };
  const text = obstacle ? `It can’t be uploaded here. ${obstacle}` : `Let go to upload it to ${schema}`;
  return <WindowDrop text={text} onFile={take} />;
}
