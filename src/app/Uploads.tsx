/** The tray of uploads, in the frame of every page. */
import { useBehindProxy } from '#src/features/proxy/useBehindProxy.ts';
import { UploadTray } from '#src/features/upload/UploadTray.tsx';

export const Uploads = () => <UploadTray behindProxy={useBehindProxy() === true} />;
