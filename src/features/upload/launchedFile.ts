/** The file that the installed console was opened with, from the system's file manager. */

/** Chromium's queue of such openings; other browsers have none. */
type LaunchQueue = {
  setConsumer: (consume: (launch: { files: readonly { getFile: () => Promise<File> }[] }) => void) => void;
};

/** Be given the first file of each opening. It is read from where it lies, and nothing is ever written there. */
export function onLaunchedFile(consume: (file: File) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files: [first] }) => {
    void first?.getFile().then(consume);
  });
}
