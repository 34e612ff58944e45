import { accounts, type User } from '#contract/accounts/accounts.ts'
import type { ScheduledDeletion } from '#contract/problem.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { formatDateTime, formatMonthDay, formatPoints, formatWon } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef } from 'react'
import { loginMessages } from './messages.ko.ts'

const messages = loginMessages.restore

/** Replaces the login form for a member who is about to leave: what signing in restores, and one button for it (D-122). */
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
    messages.profiles(profiles),
    messages.records,
    ...(points > 0 ? [messages.points(formatPoints(points))] : []),
    ...(plan
      ? [
          plan.next_charge
            ? messages.renewing_plan(
                plan.name,
                formatMonthDay(plan.next_charge.at),
                formatWon(plan.next_charge.amount),
              )
            : messages.plan(plan.name, formatMonthDay(plan.period_end)),
        ]
      : []),
  ]
  return (
    <section aria-labelledby="restore">
      <h2 id="restore" ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {messages.title}
      </h2>
      <p className="mt-2 text-base">{messages.detail(formatDateTime(deletes_at))}</p>
      <ul className="mt-5 space-y-3 rounded-2xl bg-surface p-5 inset-ring inset-ring-border">
        {restored.map((text) => (
          <li key={text} className="flex gap-2.5 text-base">
            <Icon name="check" className="mt-0.5 size-5 text-accent" />
            {text}
          </li>
        ))}
      </ul>
      <FormAlert>
        {isApiError(restoring.error, 'invalid_link')
          ? messages.expired
          : restoring.error
            ? errorMessage(restoring.error)
            : null}
      </FormAlert>
      <div className="mt-5 grid gap-2.5">
        <Button
          variant="primary"
          size="lg"
          busy={restoring.isPending}
          onClick={() => restoring.run()}
        >
          {messages.submit}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </div>
    </section>
  )
}
