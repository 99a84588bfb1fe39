/** Day, night, or whatever the device says. */
import { useState } from 'react';
import { chooseMode, keptMode, type Mode } from '#src/theme/mode.ts';
import { Choice } from '#src/ui/form/Choice.tsx';

const options = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'monitor' },
] as const;

export function Appearance() {
  const [mode, setMode] = useState(keptMode);
  const choose = (chosen: Mode) => {
    chooseMode(chosen);
    setMode(chosen);
  };
  return <Choice legend="Appearance on this device" options={options} value={mode} onChange={choose} />;
}
