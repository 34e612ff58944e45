import { accounts, type User } from '#contract/accounts/accounts.ts'
import type { ScheduledDeletion, Suspension } from '#contract/problem.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { formatDateTime, formatMonthDay, formatPoints, formatWon } from '#web/lib/format.ts'
import { useService } from '#web/lib/service.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef } from 'react'
import { loginMessages } from './messages.ko.ts'

/** Replaces the login form for a suspended member: the reason in general terms, and how to reach support. */
export function SuspendedAccount({
  suspension: { category, suspended_at },
  onBack,
}: {
  suspension: Suspension
  onBack: () => void
}) {
  const { email, phone, support_hours } = useService()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had focus belonged to the form.
  useEffect(() => heading.current?.focus(), [])
  const { suspended } = loginMessages
  return (
    <section aria-labelledby="suspended">
      <h2 id="suspended" ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {suspended.title}
      </h2>
      <p className="mt-2 text-base">{suspended.reasons[category]}</p>
      <p className="mt-2 text-sm text-foreground-muted">
        {suspended.since(formatDateTime(suspended_at))} {suspended.kept}
      </p>
      <div className="mt-5 rounded-sheet bg-surface p-5 text-base inset-ring inset-ring-border">
        <p>{suspended.contact}</p>
        {email && (
          <TextLink href={`mailto:${email}`} className="mt-2 min-h-11 wrap-anywhere">
            {email}
          </TextLink>
        )}
        {phone && (
          <p className="mt-1 text-sm text-foreground-muted">
            {suspended.phone(phone)} {support_hours}
          </p>
        )}
      </div>
      <Button variant="ghost" className="mt-5 w-full" onClick={onBack}>
        {suspended.back}
      </Button>
    </section>
  )
}

const restoreMessages = loginMessages.restore

/** Replaces the login form for a member who is about to leave: what signing in restores, and one button for it. */
export function RestoreAccount({
  deletion: { deletes_at, profiles, points, plan, token },
  onDone,
  onCancel,
}: {
  deletion: ScheduledDeletion
  onDone: (user: User) => void
  onCancel: () => void
}) {
  const restoring = useAsyncAction(async () =>
    onDone(await apiRequest(accounts.cancelDeletion, { body: { token } })),
  )
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had focus belonged to the form.
  useEffect(() => heading.current?.focus(), [])
  const restored = [
    restoreMessages.profiles(profiles),
    restoreMessages.records,
    ...(points > 0 ? [restoreMessages.points(formatPoints(points))] : []),
    ...(plan
      ? [
          plan.next_charge
            ? restoreMessages.renewing_plan(
                plan.name,
                formatMonthDay(plan.next_charge.at),
                formatWon(plan.next_charge.amount),
              )
            : restoreMessages.plan(plan.name, formatMonthDay(plan.period_end)),
        ]
      : []),
  ]
  return (
    <section aria-labelledby="restore">
      <h2 id="restore" ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {restoreMessages.title}
      </h2>
      <p className="mt-2 text-base">{restoreMessages.detail(formatDateTime(deletes_at))}</p>
      <ul className="mt-5 space-y-3 rounded-sheet bg-surface p-5 inset-ring inset-ring-border">
        {restored.map((text) => (
          <li key={text} className="flex gap-2 text-base">
            <Icon name="check" className="mt-1 size-5 text-accent" />
            {text}
          </li>
        ))}
      </ul>
      <FormAlert>
        {isApiError(restoring.error, 'invalid_link')
          ? restoreMessages.expired
          : restoring.error
            ? errorMessage(restoring.error)
            : null}
      </FormAlert>
      <div className="mt-5 grid gap-2">
        <Button
          variant="primary"
          size="lg"
          busy={restoring.isPending}
          onClick={() => restoring.run()}
        >
          {restoreMessages.submit}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {restoreMessages.cancel}
        </Button>
      </div>
    </section>
  )
}
