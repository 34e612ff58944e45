import { useAsyncAction } from '#web/api/use-async-action.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { shareMessages } from './messages.ko.ts'
import type { ShareTarget } from './share-sheet.tsx'

/** Opens the share sheet of a page, whose code loads with the press. With `currentSecond` the link may start at that second. */
export function ShareButton({
  variant = 'labelled',
  className,
  currentSecond,
  ...target
}: Omit<ShareTarget, 'second'> & {
  variant?: 'labelled' | 'icon'
  className?: string
  currentSecond?: () => number
}) {
  const opening = useAsyncAction(async () => {
    const second = currentSecond?.() ?? 0
    try {
      const { openShareSheet } = await import('./share-sheet.tsx')
      openShareSheet({ ...target, second })
    } catch {
      toasts.show(uiMessages.load_failed, 'danger')
    }
  })
  const props = { 'aria-haspopup': 'dialog', onClick: () => opening.run() } as const
  return variant === 'icon' ? (
    <IconButton label={shareMessages.share} icon="share" className={className} {...props} />
  ) : (
    <Button variant="on_image" size="lg" icon="share" className={className} {...props}>
      {shareMessages.share}
    </Button>
  )
}
