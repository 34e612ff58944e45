import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useDialogs } from '#web/ui/dialog/dialog-store.ts'
import { toasts, toastStore, type Toast } from './toasts.ts'

/**
 * The live region with the toasts. It exists before the first toast, otherwise a screen reader would miss that one, and
 * is in the top layer, above dialogs and popovers. A modal dialog makes everything outside of it inert, so each
 * dialog has a region of its own, and the toasts are in that of the dialog on top.
 * @param dialogId the dialog around the region; none for the region of the page.
 */
export function ToastRegion({ dialogId }: { dialogId?: number }) {
  const region = useRef<HTMLElement>(null)
  const queue = useStore(toastStore)
  const isActive = useDialogs((stack) => stack.at(-1)?.id) === dialogId
  useEffect(() => {
    const element = region.current
    // The last element to enter the top layer is drawn on top, so the region enters it again after every other one.
    function raise(event?: Event) {
      if (event?.target === element || event?.target instanceof HTMLDetailsElement) return
      if (event instanceof ToggleEvent && event.newState !== 'open') return
      element?.hidePopover()
      try {
        element?.showPopover()
      } catch {
        // Another popover is being shown: its `toggle` event follows.
      }
    }
    document.addEventListener('toggle', raise, true)
    document.addEventListener('fullscreenchange', raise)
    raise()
    return () => {
      document.removeEventListener('toggle', raise, true)
      document.removeEventListener('fullscreenchange', raise)
    }
  }, [])
  return (
    <section
      ref={region}
      popover="manual"
      // A landmark in the page only: one of the same name in every dialog would be noise.
      {...(dialogId === undefined && { 'aria-label': controlMessages.messages })}
      aria-live="polite"
      className={`pointer-events-none fixed inset-x-0 top-auto bottom-[calc(var(--bottom-nav-height)+1rem)] flex w-full flex-col items-center gap-2 overflow-visible bg-transparent px-4 text-foreground ${
        // A dialog on a phone has its buttons at the bottom.
        dialogId === undefined
          ? ''
          : 'max-md:top-[calc(env(safe-area-inset-top,0px)+1rem)] max-md:bottom-auto'
      }`}
    >
      {isActive && queue.map((toast) => <ToastCard key={toast.id} toast={toast} />)}
    </section>
  )
}

const tones = {
  info: { icon: 'info', color: 'text-foreground-muted' },
  success: { icon: 'check', color: 'text-success' },
  danger: { icon: 'warning', color: 'text-danger' },
} as const

export function ToastCard({ toast, autoDismiss = true }: { toast: Toast; autoDismiss?: boolean }) {
  useEffect(() => {
    if (autoDismiss) toasts.run(toast)
    return () => toasts.pause(toast.id)
  }, [toast, autoDismiss])
  const pause = () => toasts.pause(toast.id)
  const run = () => autoDismiss && toasts.run(toast)
  const { icon, color } = tones[toast.tone]
  return (
    // The time stops while someone reads it or reaches for its button.
    <div
      onPointerEnter={pause}
      onPointerLeave={run}
      onFocus={pause}
      onBlur={run}
      className="pointer-events-auto flex min-h-12 w-fit max-w-md animate-[slide-up_var(--duration-slow)_var(--ease-standard)] items-center gap-3 rounded-sheet bg-surface-raised py-1 pr-1 pl-4 text-base shadow-float"
    >
      <Icon name={icon} className={`size-5 ${color}`} />
      <p>{toast.text}</p>
      {toast.action && (
        <Button
          variant="ghost"
          onClick={() => {
            toasts.dismiss(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        label={controlMessages.close}
        icon="close"
        className="[&_svg]:size-4"
        onClick={() => toasts.dismiss(toast.id)}
      />
    </div>
  )
}
