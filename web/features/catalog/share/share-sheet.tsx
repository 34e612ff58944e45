import { useAsyncAction } from '#web/api/use-async-action.ts'
import { Button } from '#web/ui/base/button.tsx'
import { QrCode } from '#web/ui/base/qr-code.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { Switch, TextField } from '#web/ui/forms/form-controls.tsx'
import { useState } from 'react'
import { shareMessages as messages } from './messages.ko.ts'

export type ShareTarget = {
  /** Names the page to the receiving application. */
  title: string
  path: string
  /** The second that the link may start at; none is offered at 0. */
  second: number
}

export function openShareSheet(target: ShareTarget): void {
  void dialogs.open({ label: messages.title }, (close) => (
    <DialogBody title={messages.title} onClose={() => close()}>
      <ShareSheet {...target} />
    </DialogBody>
  ))
}

function ShareSheet({ title, path, second }: ShareTarget) {
  const [startsHere, setStartsHere] = useState(second > 0)
  const url = location.origin + path + (startsHere ? `?t=${second}` : '')
  const copying = useAsyncAction(async () => {
    try {
      await navigator.clipboard.writeText(url)
      toasts.show(messages.copied, 'success')
    } catch {
      toasts.show(messages.copy_failed, 'danger')
    }
  })
  const sending = useAsyncAction(async () => {
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // The viewer closed the sheet of the device.
      if ((error as Error).name !== 'AbortError') toasts.show(messages.send_failed, 'danger')
    }
  })
  return (
    <>
      <p className="text-foreground">{title}</p>
      {second > 0 && (
        <div className="mt-2 text-foreground">
          <Switch
            label={messages.from_second(second)}
            checked={startsHere}
            onChange={(event) => setStartsHere(event.currentTarget.checked)}
          />
        </div>
      )}
      <div className="mt-3">
        <TextField
          label={messages.address}
          value={url}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" className="grow" onClick={() => copying.run()}>
          {messages.copy}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button icon="share" className="grow" onClick={() => sending.run()}>
            {messages.send}
          </Button>
        )}
      </div>
      <div className="mt-5 flex items-center gap-4 text-sm">
        <QrCode text={url} label={messages.qr} className="size-32 shrink-0" />
        <p>{messages.qr_hint}</p>
      </div>
    </>
  )
}
