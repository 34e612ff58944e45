import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { keyName, Keys } from './keys.tsx'
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
      {messages.groups.map(({ title, keys }) => (
        <section key={title} className="mt-4 first:mt-0">
          <h3 className="mb-1 text-sm font-semibold text-foreground-subtle">{title}</h3>
          <dl>
            {keys.map((shortcut) => (
              <div
                key={shortcut.does}
                className="flex min-h-9 items-center justify-between gap-4 border-b border-border text-sm text-foreground"
              >
                <dt>{shortcut.does}</dt>
                <dd>
                  <Keys keys={shortcut.keys} />
                  <span className="sr-only">{shortcut.keys.map(keyName).join(' ')}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </DialogBody>
  )
}
