import { updateProfile } from '#web/api/endpoints/profiles.generated.ts'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { call } from '#web/api/client.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import type { HistoryPages } from './history-item.tsx'
import { historyMessages as messages } from './messages.ko.ts'

/** Pauses the history of the profile, or goes on. A children's profile changes nothing. */
export function PauseButton() {
  const { profile } = useAuth().user
  const pause = useApiMutation(
    (is_history_paused: boolean) =>
      call(updateProfile, { params: { id: profile?.id ?? 0 }, body: { is_history_paused } }),
    {
      toast: ({ is_history_paused }) => (is_history_paused ? messages.paused : messages.resumed),
      onSuccess: async () => void (await authStore.checkAuth()),
    },
  )
  if (!profile || profile.is_child) return null
  return (
    <Button
      variant="ghost"
      className="px-3"
      busy={pause.isPending}
      onClick={() => pause.submit(!profile.is_history_paused)}
    >
      {profile.is_history_paused ? messages.resume_history : messages.pause}
    </Button>
  )
}

/** Says that the history is paused. */
export function PauseNotice() {
  const { profile } = useAuth().user
  return (
    profile?.is_history_paused && (
      <p className="mt-4 rounded-card bg-accent-subtle px-4 py-3 text-sm">
        {messages.pause_detail}
      </p>
    )
  )
}

/** Deletes the whole history, after a question. */
export function ClearButton({ onCleared }: { onCleared: () => void }) {
  const clearing = useApiMutation(() => call(watch_history.clearWatchHistory, {}), {
    toast: messages.cleared,
    messageOf: () => messages.delete_failed,
    async onSuccess(_, __, client) {
      // A read in flight may still contain the deleted items.
      await client.cancelQueries({ queryKey: contentKeys.history })
      client.setQueryData<HistoryPages>(contentKeys.history, {
        pages: [{ results: [], is_last: true }],
        pageParams: [0],
      })
      void client.invalidateQueries({ queryKey: contentKeys.continueWatching })
      onCleared()
    },
  })
  async function clear() {
    const isConfirmed = await confirmDialog({
      title: messages.clear_title,
      message: messages.delete_detail,
      confirmLabel: messages.clear_confirm,
    })
    if (isConfirmed) clearing.submit()
  }
  return (
    <Button
      variant="ghost"
      className="px-3"
      aria-disabled={clearing.isPending}
      onClick={() => void clear()}
    >
      {messages.clear}
    </Button>
  )
}
