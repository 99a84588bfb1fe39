/** The choice of the colour scheme: light, dark, or the system's. */
import { useState } from 'react';
import { saveMode, savedMode, type Mode } from '#src/ui/theme/mode.ts';
import { Choice } from '#src/ui/form/Choice.tsx';

const options = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'monitor' },
] as const;

export function Appearance() {
  const [mode, setMode] = useState(savedMode);
  const choose = (chosen: Mode) => {
    saveMode(chosen);
    setMode(chosen);
  };
  return <Choice legend="Appearance on this device" options={options} value={mode} onChange={choose} />;
}
