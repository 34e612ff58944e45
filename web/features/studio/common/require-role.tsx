import { hasStaffAccess, type StaffAccess } from '#contract/core/staff-roles.ts'
import { studioPath } from '#web/routing/studio-paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { studioMessages } from './messages.ko.ts'
import { useStaffAccess, useStaffRole } from './staff-access.ts'
import { studioPageAccess } from './studio-shell.tsx'

const messages = studioMessages.roles

/** Renders the page of the address if the member's role may open it; otherwise which roles may. */
export function RequireRole({ children }: { children: ReactNode }) {
  const access = studioPageAccess(useLocation().pathname)
  const role = useStaffRole()
  if (!access || hasStaffAccess(access, role)) return children
  return (
    <EmptyState
      icon="lock"
      heading="h1"
      title={messages.denied(access.staff)}
      actions={
        <ButtonLink to={studioPath} variant="primary">
          {messages.to_studio}
        </ButtonLink>
      }
    >
      {role && messages.denied_detail(role)}
    </EmptyState>
  )
}

/** Says on a page without its buttons which roles make the changes. */
export function ReadOnlyNote({ access }: { access: StaffAccess }) {
  const mayChange = useStaffAccess(access)
  if (mayChange) return null
  return (
    <p className="mb-8 rounded-lg bg-surface-raised px-4 py-3 text-sm">
      {messages.read_only(access.staff)}
    </p>
  )
}
