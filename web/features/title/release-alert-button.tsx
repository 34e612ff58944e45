import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { call } from '#web/api/client.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import type { SignIn } from '#web/features/library/wishlist/like-button.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { useEffect, useState } from 'react'
import { titleMessages } from './messages.ko.ts'

const messages = titleMessages.alert

/** Sets and removes the release alert of an upcoming series (D-39). A visitor logs in first. Needs a `key` per series. */
export function ReleaseAlertButton({ series_id, signIn }: { series_id: number; signIn: SignIn }) {
  const { state } = useAuth()
  const [isSet, setIsSet] = useState(false)

  useEffect(() => {
    if (state !== 'signed_in') return setIsSet(false)
    let isCurrent = true
    call(watch_history.listReleaseAlerts, {}).then(
      ({ results }) => {
        if (isCurrent) setIsSet(results.some(({ series }) => series.id === series_id))
      },
      // Unknown: a press sets the alert again, which changes nothing.
      () => {},
    )
    return () => void (isCurrent = false)
  }, [state, series_id])

  const toggling = useAsyncAction(async () => {
    let next = !isSet
    if (authStore.getState().state === 'unknown') await authStore.checkAuth()
    if (authStore.getState().state !== 'signed_in') {
      if (!(await signIn())) return
      next = true
    }
    try {
      if (next) await call(watch_history.createReleaseAlert, { body: { series_id } })
      else await call(watch_history.deleteReleaseAlert, { params: { id: series_id } })
      setIsSet(next)
      if (next) toasts.show(messages.set, 'success')
    } catch {
      toasts.show(messages.failed, 'danger')
    }
  })
  return (
    <Button
      variant={isSet ? 'outline' : 'primary'}
      size="lg"
      icon={isSet ? 'check' : 'bell'}
      aria-pressed={isSet}
      disabled={toggling.isPending}
      onClick={() => toggling.run()}
      className="max-md:grow"
    >
      {messages.label}
    </Button>
  )
}
