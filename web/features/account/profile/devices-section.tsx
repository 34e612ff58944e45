import type { DeviceSession } from '#contract/accounts/devices.ts'
import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { profileMessages } from './messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { QueryList } from './profile-section.tsx'
import { sessionsQuery } from './queries.ts'
import { ProfileSection } from './profile-section.tsx'

const messages = profileMessages.devices
const deviceName = ({ device }: DeviceSession) => device || messages.unknown
const isMobile = (device: string) => /iPhone|iPad|Android/.test(device)

/** The member's sessions, each with a button to end it (D-22). */
export function DevicesSection() {
  const devices = useQuery(sessionsQuery)
  const list = useRef<HTMLUListElement>(null)
  /** The element that had the focus may be gone. */
  const focusList = () => list.current?.focus()
  const endingOthers = useApiMutation(accounts.endOtherSessions, {
    toast: messages.others_signed_out,
    invalidates: [accountKeys.sessions],
    onSettled: focusList,
  })

  const others = devices.data?.results.filter(({ is_current }) => !is_current).length ?? 0
  async function endOtherSessions() {
    const { others_title: title, others_detail, sign_out: confirmLabel } = messages
    if (await confirmDialog({ title, message: others_detail(others), confirmLabel }))
      endingOthers.submit({})
  }

  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <QueryList ref={list} query={devices} label={messages.title}>
        {(device) => (
          <Device key={device.id} device={device} now={devices.dataUpdatedAt} onEnded={focusList} />
        )}
      </QueryList>
      {others > 0 && (
        <Button
          variant="outline"
          className="mt-3 max-sm:w-full"
          busy={endingOthers.isPending}
          onClick={() => void endOtherSessions()}
        >
          {messages.sign_out_others}
        </Button>
      )}
      {devices.data && others === 0 && (
        <p className="mt-3 text-sm text-foreground-subtle">{messages.only_this_device}</p>
      )}
    </ProfileSection>
  )
}

function Device({
  device,
  now,
  onEnded,
}: {
  device: DeviceSession
  now: number
  onEnded: () => void
}) {
  const { is_current, last_seen_at, signed_in_at, address, profile_name } = device
  const ending = useApiMutation(accounts.endSession, {
    toast: messages.signed_out(deviceName(device)),
    treatNotFoundAsDone: true,
    invalidates: [accountKeys.sessions],
    onSettled: onEnded,
  })
  return (
    <li className="flex items-center gap-3 py-4 pr-2 pl-4 sm:gap-4 sm:pr-3 sm:pl-5">
      <Icon
        name={isMobile(device.device) ? 'phone_device' : 'monitor'}
        className={`size-6 ${is_current ? 'text-accent' : 'text-foreground-subtle'}`}
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-semibold">
          {deviceName(device)}
          {is_current && <Badge tone="accent">{messages.current}</Badge>}
        </p>
        <p className="tabular-nums flex flex-wrap gap-x-3 text-sm text-foreground-subtle">
          <span>
            {is_current ? messages.seen_now : messages.seen(formatRelativeTime(last_seen_at, now))}
          </span>
          {profile_name && <span>{messages.profile(profile_name)}</span>}
          <span>{messages.signed_in(signed_in_at)}</span>
          <span>{address}</span>
        </p>
      </div>
      {!is_current && (
        <Button
          variant="ghost"
          className="px-3"
          busy={ending.isPending}
          aria-label={messages.sign_out_named(deviceName(device))}
          onClick={() => ending.submit({ params: { id: device.id } })}
        >
          {messages.sign_out}
        </Button>
      )}
    </li>
  )
}
