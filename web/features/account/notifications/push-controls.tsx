import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Switch } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { ProfileSection } from '../profile/profile-section.tsx'
import { pushMessages as messages } from './messages.ko.ts'
import { canReceivePush, subscribe, unsubscribe } from './push-subscription.ts'
import { pushQuery } from './queries.ts'

/** The push messages of this browser; `change` asks for the permission. Undefined if it has none. */
function usePush() {
  const isSupported = useHydrated() && canReceivePush()
  const state = useQuery({ ...pushQuery, enabled: isSupported })
  const change = useApiMutation(
    (is_on: boolean) => (is_on ? subscribe(state.data?.public_key ?? '') : unsubscribe()),
    {
      messageOf: () => (canReceivePush() ? messages.failed : messages.refused),
      onSuccess: (_, __, client) => client.invalidateQueries(pushQuery),
    },
  )
  if (!isSupported || !state.data) return undefined
  return { is_on: state.data.is_subscribed && Notification.permission === 'granted', change }
}

/** Switches push messages of this browser on or off. */
export function PushSection() {
  const push = usePush()
  if (!push) return null
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <Switch
        label={messages.label}
        checked={push.change.isPending ? (push.change.input ?? push.is_on) : push.is_on}
        onChange={({ target }) => push.change.submit(target.checked)}
      />
    </ProfileSection>
  )
}

/** Offers push messages above the inbox, whose reader wants to know. */
export function PushOffer() {
  const push = usePush()
  if (!push || push.is_on) return null
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-sheet bg-surface p-4 inset-ring inset-ring-border">
      <p className="text-base">{messages.offer}</p>
      <Button icon="bell" busy={push.change.isPending} onClick={() => push.change.submit(true)}>
        {messages.accept}
      </Button>
    </div>
  )
}
