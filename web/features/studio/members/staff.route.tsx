import type { StaffMember } from '#contract/accounts/staff/roles.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { staffRoleLabels } from '#web/features/studio/common/messages.ko.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { staffMessages as messages } from './messages.ko.ts'
import { staffQuery } from './queries.ts'
import { staffRoles } from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { ReasonField } from '#web/features/studio/common/form-fields.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'

/** The staff and their roles, which owners change. */
export default function StaffPage() {
  const staff = useQuery(staffQuery)
  const { user } = useAuth()
  const columns: readonly Column<StaffMember>[] = [
    {
      key: 'name',
      title: messages.name,
      className: 'whitespace-nowrap',
      cell: ({ username }) => <span className="font-semibold">{username}</span>,
    },
    {
      key: 'role',
      title: messages.role,
      className: 'md:w-2/5',
      cell: ({ role }) => (
        <>
          <span className="font-semibold">{staffRoleLabels[role]}</span>
          <span className="block text-foreground-subtle">{messages.role_details[role]}</span>
        </>
      ),
    },
    { key: 'email', title: messages.email, className: 'wrap-anywhere', cell: (row) => row.email },
    {
      key: 'second_factor',
      title: messages.second_factor,
      className: 'whitespace-nowrap',
      cell: ({ has_second_factor }) => (
        <Badge tone={has_second_factor ? 'success' : 'neutral'}>
          {has_second_factor ? messages.has_second_factor : messages.no_second_factor}
        </Badge>
      ),
    },
    {
      key: 'action',
      title: messages.action,
      bare: true,
      className: 'md:text-right md:align-middle',
      cell: (member) =>
        member.id === user.id ? (
          <span className="text-foreground-subtle">{messages.own}</span>
        ) : (
          <Button
            variant="outline"
            className="px-4 text-sm whitespace-nowrap md:-my-3"
            aria-label={messages.change_of(member.username)}
            onClick={() => void openRoleDialog(member)}
          >
            {messages.change}
          </Button>
        ),
    },
  ]
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <QueryTable
        label={messages.list}
        query={staff}
        columns={columns}
        rows={staff.data}
        keyOf={({ id }) => id}
      />
    </>
  )
}

/** Changes the role of another member of staff, with a reason. */
const openRoleDialog = (member: StaffMember) =>
  dialogs.open({ label: messages.change_of(member.username) }, (close) => (
    <StaffQueryProvider>
      <RoleDialog member={member} close={close} />
    </StaffQueryProvider>
  ))

function RoleDialog({
  member: { id, username, role: from_role },
  close,
}: {
  member: StaffMember
  close: () => void
}) {
  const { field, control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    endpoints.studio_staff.setRole,
    {
      params: { id },
      defaultValues: { from_role, reason: '' },
      labels: { reason: messages.reason },
      errorMessages: (name) => (name === 'role' ? messages.pick_role : undefined),
      messageOf: (error) =>
        isApiError(error, 'conflict') ? messages.conflict : errorMessage(error),
      invalidates: [studioKeys.staff()],
      toast: messages.changed,
      onSuccess: close,
    },
  )
  const role = control('role')
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={messages.change_of(username)}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
              {messages.change}
            </Button>
          </>
        }
      >
        <p className="mb-4">{messages.current(staffRoleLabels[from_role])}</p>
        <RadioCardGroup legend={messages.new_role}>
          {staffRoles
            .filter((option) => option !== from_role)
            .map((option) => (
              <RadioCard
                key={option}
                name="role"
                checked={role.value === option}
                onSelect={() => role.onValue(option)}
                title={staffRoleLabels[option]}
                detail={messages.role_details[option]}
              />
            ))}
        </RadioCardGroup>
        <FormAlert className="mt-3">{role.error}</FormAlert>
        <div className="mt-4">
          <ReasonField messages={messages} {...field('reason')} />
        </div>
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
