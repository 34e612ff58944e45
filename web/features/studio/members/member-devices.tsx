import { endpoints } from '#contract/index.ts'
import type { MemberDevice } from '#contract/studio/members.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { studioMembersMessages as words } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { type Column, DataTable } from '#web/features/studio/common/data-table.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { memberQuery } from './queries.ts'
import { ReasonForm } from './reason-form.tsx'

/** Where he is signed in; one of them is signed out, or all. */
export function MemberDevices({ id, devices }: { id: number; devices: readonly MemberDevice[] }) {
  if (devices.length === 0) return <EmptyState icon="handset" title={words.nothing} />
  const columns: readonly Column<MemberDevice>[] = [
    {
      key: 'device',
      title: words.device,
      className: 'md:w-full',
      cell: ({ device }) => <span className="font-semibold">{device || words.unknown_device}</span>,
    },
    {
      key: 'seen',
      title: words.seen,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ last_seen_at }) => (
        <time dateTime={last_seen_at}>{formatDateTime(last_seen_at)}</time>
      ),
    },
    {
      key: 'signed_in',
      title: words.signed_in,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ signed_in_at }) => (
        <time dateTime={signed_in_at}>{formatDateTime(signed_in_at)}</time>
      ),
    },
    {
      key: 'action',
      title: words.action,
      className: 'whitespace-nowrap md:text-right md:align-middle',
      cell: (device) => (
        <Button
          look="outline"
          className="-my-3 px-4 text-sm"
          onClick={() => void openSignOut(id, device.id)}
        >
          {words.sign_out}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label={words.parts.devices}
        columns={columns}
        rows={devices}
        keyOf={(device) => device.id}
      />
      <div className="mt-4 flex justify-end">
        <Button look="danger" onClick={() => void openSignOut(id, null)}>
          {words.sign_out_all}
        </Button>
      </div>
    </>
  )
}

function openSignOut(id: number, device_id: number | null) {
  const title = device_id === null ? words.sign_out_all_title : words.sign_out_title
  return dialogs.open({ label: title }, (close) => (
    <ReasonForm
      title={title}
      yes={device_id === null ? words.sign_out_all : words.sign_out}
      close={close}
      act={async (reason) => {
        const body = { device_id, reason }
        const sheet = await call(endpoints.studio_members.signOutMember, { params: { id }, body })
        memberQueryClient.setQueryData(memberQuery(id).queryKey, sheet)
        toasts.show(words.signed_out, 'good')
      }}
    >
      <p>{words.sign_out_detail}</p>
    </ReasonForm>
  ))
}
