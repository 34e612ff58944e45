/**
 * The `ref` of what a dialog opens on, where that is not the first thing in it. The browser asks for the attribute as it
 * shows the dialog; React's `autoFocus` sets none, and comes too early.
 */
export function firstFocus(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
