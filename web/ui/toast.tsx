import { controlCopy } from '#web/copy/controls.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { toasts, type Toast } from './toast-queue.ts'

const none: readonly Toast[] = []
/** Long enough to read two lines aloud. */
const stays = 6_000

/** Where toasts appear. The region is there from the start, or a screen reader would miss the first. */
export function ToastRegion() {
  const queue = useSyncExternalStore(toasts.subscribe, toasts.current, () => none)
  return (
    <section
      aria-label={controlCopy.messages}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bar)+1rem)] z-50 flex flex-col items-center gap-2 px-4"
    >
      {queue.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const looks = {
  plain: { icon: 'info', color: 'text-paper-2' },
  good: { icon: 'check', color: 'text-good' },
  danger: { icon: 'warning', color: 'text-danger' },
} as const

export function ToastCard({ toast, lasts = true }: { toast: Toast; lasts?: boolean }) {
  useEffect(() => {
    if (!lasts) return
    const timer = setTimeout(() => toasts.dismiss(toast.id), stays)
    return () => clearTimeout(timer)
  }, [toast.id, lasts])
  const look = looks[toast.tone]
  return (
    <div className="pointer-events-auto flex min-h-12 w-fit max-w-md animate-[rise_var(--calm)_var(--ease-settle)] items-center gap-3 rounded-xl bg-surface-2 py-1 pr-1 pl-4 text-base shadow-float">
      <Icon name={look.icon} className={`size-5 ${look.color}`} />
      <p>{toast.text}</p>
      <IconButton
        label={controlCopy.close}
        icon="close"
        className="[&_svg]:size-4"
        onClick={() => toasts.dismiss(toast.id)}
      />
    </div>
  )
}
