import { useAsyncAction } from '#web/api/use-async-action.ts'
import { authStore } from '#web/session/auth-store.ts'
import { sessionMessages } from '#web/session/messages.ko.ts'
import { sessionNotices } from '#web/session/notices.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'

/** Reports that the session check failed, with a button to repeat it. */
export function AuthCheckNotice() {
  const retry = useAsyncAction(() => authStore.checkAuth())
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-[calc(var(--bottom-nav-height)+1rem)] z-popup flex justify-center px-4"
    >
      <p className="flex min-h-12 animate-[slide-up_var(--duration-slow)_var(--ease-standard)] items-center gap-2 rounded-sheet bg-surface-raised pl-4 text-sm shadow-float">
        <Icon name="warning" className="size-5 text-accent" />
        {sessionMessages.check_failed}
        <button
          type="button"
          aria-disabled={retry.isPending}
          onClick={() => retry.run()}
          className="min-h-11 rounded-control px-3 font-semibold text-accent-bright hover:underline aria-disabled:text-foreground-subtle"
        >
          {retry.isPending ? sessionNotices.checking : sessionMessages.retry}
        </button>
      </p>
    </div>
  )
}
