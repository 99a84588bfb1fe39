/** The tray of uploads. */
import { useBehindProxy } from '#src/features/proxy/useBehindProxy.ts';
import { UploadTray } from '#src/features/upload/UploadTray.tsx';

export const Uploads = () => <UploadTray behindProxy={useBehindProxy() === true} />;
