/**
 * Where the focus goes when what was pressed is gone with what it did: the nearest part of the page around it that takes
 * it, which is `main` at last. Asked for while it is still there.
 */
export const partAround = (pressed: HTMLElement): HTMLElement | null =>
  pressed.closest<HTMLElement>('[tabindex="-1"]')
