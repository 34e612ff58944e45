import type { DeviceSession } from '#contract/accounts/accounts.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { ago } from '#web/lib/format.ts'
import { profileCopy } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { isRefused, wordsOf } from '#web/api/error-message.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { confirmed } from '#web/ui/dialog/confirm-dialog.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { OwnList } from './profile-section.tsx'
import { devicesQuery } from './queries.ts'
import { Section } from './profile-section.tsx'

const words = profileCopy.devices
const nameOf = ({ device }: DeviceSession) => device || words.unknown
const isHeld = (device: string) => /iPhone|iPad|Android/.test(device)

/** Where one is signed in, and how to end it (D-22). */
export function DeviceSection() {
  const devices = useQuery(devicesQuery)
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  /** The id of the device that is being signed out, or all others. */
  const [leaving, setLeaving] = useState<number | 'others'>()

  async function leave(which: number | 'others', work: () => Promise<unknown>, done: string) {
    setLeaving(which)
    try {
      await work()
      toasts.show(done, 'good')
    } catch (error) {
      // One that has ended meanwhile is signed out, which is what was wanted.
      if (isRefused(error, 'not_found')) toasts.show(done, 'good')
      else toasts.show(wordsOf(error), 'danger')
    } finally {
      await client.invalidateQueries(devicesQuery)
      setLeaving(undefined)
      list.current?.focus()
    }
  }

  const others = devices.data?.results.filter(({ is_current }) => !is_current).length ?? 0
  async function leaveOthers() {
    const { others_title: title, others_detail, sign_out: yes } = words
    if (!(await confirmed({ title, detail: others_detail(others), yes }))) return
    await leave(
      'others',
      () => call(viewerEndpoints.accounts.endOtherSessions, {}),
      words.others_done,
    )
  }

  return (
    <Section title={words.title} detail={words.detail}>
      <OwnList ref={list} query={devices} label={words.title}>
        {(device) => (
          <Device
            key={device.id}
            device={device}
            seen_from={devices.dataUpdatedAt}
            leaving={leaving === device.id}
            onLeave={() =>
              void leave(
                device.id,
                () => call(viewerEndpoints.accounts.endSession, { params: { id: device.id } }),
                words.signed_out(nameOf(device)),
              )
            }
          />
        )}
      </OwnList>
      {others > 0 && (
        <Button
          look="outline"
          className="mt-3 max-sm:w-full"
          busy={leaving === 'others'}
          onClick={() => void leaveOthers()}
        >
          {words.sign_out_others}
        </Button>
      )}
      {devices.data && others === 0 && <p className="mt-3 text-sm text-paper-3">{words.alone}</p>}
    </Section>
  )
}

function Device({
  device,
  seen_from,
  leaving,
  onLeave,
}: {
  device: DeviceSession
  seen_from: number
  leaving: boolean
  onLeave: () => void
}) {
  const { is_current, last_seen_at, signed_in_at, address } = device
  return (
    <li className="flex items-center gap-3 py-4 pr-2 pl-4 sm:gap-4 sm:pr-3 sm:pl-5">
      <Icon
        name={isHeld(device.device) ? 'handset' : 'screen'}
        className={`size-6 ${is_current ? 'text-gam' : 'text-paper-3'}`}
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-base font-semibold">
          {nameOf(device)}
          {is_current && <Badge tone="gam">{words.current}</Badge>}
        </p>
        <p className="figures flex flex-wrap gap-x-3 text-sm text-paper-3">
          <span>{is_current ? words.seen_now : words.seen(ago(last_seen_at, seen_from))}</span>
          <span>{words.signed_in(signed_in_at)}</span>
          <span>{address}</span>
        </p>
      </div>
      {!is_current && (
        <Button
          look="quiet"
          className="px-3"
          busy={leaving}
          aria-label={words.sign_out_named(nameOf(device))}
          onClick={onLeave}
        >
          {words.sign_out}
        </Button>
      )}
    </li>
  )
}
