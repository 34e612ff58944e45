import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { queryClient } from '#web/data/queries.tsx'
import { isRefused, wordsOf } from '#web/data/refused.ts'
import { Switch } from '#web/ui/field.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useState } from 'react'

const words = studioServiceCopy.texts

/** Whether viewers see a text; acts at once, and back again. */
export function ShownSwitch({
  title,
  is_hidden,
  stale,
  change,
}: {
  title: string
  is_hidden: boolean
  /** What is read again after it. */
  stale: readonly string[]
  change: (is_hidden: boolean) => Promise<unknown>
}) {
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      await change(!is_hidden)
      toasts.show((is_hidden ? words.shown_now : words.hidden_now)(title), 'good')
    } catch (error) {
      toasts.show(
        isRefused(error, 'conflict') ? studioServiceCopy.conflict : wordsOf(error),
        'danger',
      )
    }
    await queryClient.invalidateQueries({ queryKey: stale })
    setBusy(false)
  }
  return (
    <div className="-my-2 w-fit">
      <Switch
        label={
          <span className={`w-8 text-sm ${is_hidden ? 'text-paper-3' : ''}`}>
            <span className="sr-only">{title}: </span>
            {is_hidden ? words.hidden : words.shown}
          </span>
        }
        checked={!is_hidden}
        aria-disabled={busy}
        onChange={() => {
          if (!busy) void press()
        }}
      />
    </div>
  )
}
