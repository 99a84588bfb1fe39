/** Whether something was typed or chosen on the page that a reload would lose. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Not what the form began with. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    // Without a default the browser shows the first.
    const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(0, first);
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control.type === 'checkbox' || control.type === 'radio')
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** Looks through every form of the page, and for what says of itself that it is unsaved; what only searches loses nothing. */
export function hasUnsavedInput(page: ParentNode = document): boolean {
  const controls = page.querySelectorAll<Control>('form :is(input, textarea, select)');
  if (page.querySelector('[data-unsaved]')) return true;
  return [...controls].some((control) => !control.closest('[role="search"], search') && isChanged(control));
}
