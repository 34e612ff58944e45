import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { KeyGroups } from '#web/features/player/controls/key-groups.tsx'
import { paletteMessages } from './messages.ko.ts'

const messages = paletteMessages.shortcuts

/** The dialog is open before this code has loaded, so it has the focus itself. */
function focusCloseButton(element: HTMLElement | null): void {
  element?.closest('dialog')?.querySelector('button')?.focus()
}

/** The keyboard shortcuts of the studio. */
export function ShortcutList({ close }: { close: () => void }) {
  return (
    <DialogBody title={messages.title} onClose={close}>
      <span ref={focusCloseButton} />
      <KeyGroups groups={messages.groups} />
    </DialogBody>
  )
}
