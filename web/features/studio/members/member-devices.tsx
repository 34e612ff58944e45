import { endpoints } from '#contract/index.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import type { MemberDevice } from '#contract/studio/members.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { studioMembersMessages as messages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { type Column, DataTable } from '#web/features/studio/common/data-table.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { memberQuery } from './queries.ts'
import { ReasonForm } from './reason-form.tsx'

/** The member's logged-in devices; logs out one of them or all. */
export function MemberDevices({ id, devices }: { id: number; devices: readonly MemberDevice[] }) {
  const maySignOut = useStaffAccess(studioAccess.member_devices)
  if (devices.length === 0) return <EmptyState icon="phone_device" title={messages.nothing} />
  const columns: readonly Column<MemberDevice>[] = [
    {
      key: 'device',
      title: messages.device,
      className: 'md:w-full',
      cell: ({ device }) => (
        <span className="font-semibold">{device || messages.unknown_device}</span>
      ),
    },
    {
      key: 'seen',
      title: messages.seen,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ last_seen_at }) => (
        <time dateTime={last_seen_at}>{formatDateTime(last_seen_at)}</time>
      ),
    },
    {
      key: 'signed_in',
      title: messages.signed_in,
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ signed_in_at }) => (
        <time dateTime={signed_in_at}>{formatDateTime(signed_in_at)}</time>
      ),
    },
    {
      key: 'action',
      title: messages.action,
      className: 'whitespace-nowrap md:text-right md:align-middle',
      cell: (device) => (
        <Button
          variant="outline"
          className="-my-3 px-4 text-sm"
          onClick={() => void openSignOut(id, device.id)}
        >
          {messages.sign_out}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label={messages.parts.devices}
        columns={maySignOut ? columns : columns.filter(({ key }) => key !== 'action')}
        rows={devices}
        keyOf={(device) => device.id}
      />
      {maySignOut && (
        <div className="mt-4 flex justify-end">
          <Button variant="danger" onClick={() => void openSignOut(id, null)}>
            {messages.sign_out_all}
          </Button>
        </div>
      )}
    </>
  )
}

function openSignOut(id: number, device_id: number | null) {
  const title = device_id === null ? messages.sign_out_all_title : messages.sign_out_title
  return dialogs.open({ label: title }, (close) => (
    <MemberQueryProvider>
      <SignOutForm id={id} device_id={device_id} title={title} close={close} />
    </MemberQueryProvider>
  ))
}

function SignOutForm({
  id,
  device_id,
  title,
  close,
}: {
  id: number
  device_id: number | null
  title: string
  close: () => void
}) {
  const signingOut = useApiMutation(
    (reason: string) =>
      call(endpoints.studio_members.signOutMember, { params: { id }, body: { device_id, reason } }),
    {
      errors: 'inline',
      toast: messages.signed_out,
      onSuccess(member, _, client) {
        client.setQueryData(memberQuery(id).queryKey, member)
        close()
      },
    },
  )
  return (
    <ReasonForm
      title={title}
      yes={device_id === null ? messages.sign_out_all : messages.sign_out}
      close={close}
      mutation={signingOut}
    >
      <p>{messages.sign_out_detail}</p>
    </ReasonForm>
  )
}
