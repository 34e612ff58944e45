import { uiMessages } from '#web/ui/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'

/** Raises no alert: says quietly, in the place of what could not be read, that it is not there. */
export function InlineRetry({
  isRetrying: busy,
  onRetry,
  children,
}: {
  isRetrying: boolean
  onRetry: () => void
  children: string
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-surface px-5 py-3 text-base text-foreground-muted">
      <p>{children}</p>
      <Button icon="retry" busy={busy} onClick={onRetry}>
        {uiMessages.retry}
      </Button>
    </div>
  )
}
