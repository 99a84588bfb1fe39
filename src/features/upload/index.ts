/** What other features may use of this one. */
export { ChosenFile } from './ChosenFile.tsx';
export { DropZone } from './DropZone.tsx';
export { NewRecords } from './NewRecords.tsx';
export { OpenedFile } from './OpenedFile.tsx';
export { ReadingPickers } from './ReadingPickers.tsx';
export { UploadButton } from './UploadButton.tsx';
export { UploadsButton } from './UploadsButton.tsx';
