import { uiMessages } from '#web/ui/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'

/** Replaces content that failed to load. Unlike `ErrorState` it is no alert. */
export function InlineRetry({
  isRetrying,
  onRetry,
  children,
}: {
  isRetrying: boolean
  onRetry: () => void
  children: string
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 panel px-5 py-3 text-base text-foreground-muted">
      <p>{children}</p>
      <Button icon="retry" busy={isRetrying} onClick={onRetry}>
        {uiMessages.retry}
      </Button>
    </div>
  )
}
