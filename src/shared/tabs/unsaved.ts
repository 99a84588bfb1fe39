/** Detects input that a reload would lose. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    // Without a default the browser selects the first option.
    const defaultIndex = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, defaultIndex);
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control.type === 'checkbox' || control.type === 'radio')
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Checks all forms except searches and those marked with `data-pristine`, and looks for elements marked with `data-unsaved`. */
export function hasUnsavedInput(): boolean {
  const controls = document.querySelectorAll<Control>('form :is(input, textarea, select)');
  if (document.querySelector('[data-unsaved]')) return true;
  return [...controls].some(
    (control) => !control.closest('[role="search"], search, [data-pristine]') && isChanged(control),
  );
}
