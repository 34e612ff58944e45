import { hasStaffAccess, studioAccess } from '#contract/core/staff-roles.ts'
import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import { formatDate, formatPhoneNumber, formatPoints } from '#web/lib/format.ts'
import { studioMembersMessages as messages } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { TableSkeleton } from '#web/features/studio/list/query-content.tsx'
import {
  studioAuditLogPath,
  studioMemberPath,
  studioMembersPath,
} from '#web/routing/studio-paths.ts'
import { useStaffAccess, useStaffRole } from '#web/features/studio/common/staff-access.ts'
import { BackLink, PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { openGrantPointsDialog } from './member-dialogs.tsx'
import { SuspensionNote } from './member-account.tsx'
import { memberParts } from './member-tables.tsx'
import { memberQuery } from './queries.ts'

export default MemberPage

/** The masked details of a member. */
function MemberPage() {
  const id = Number(useParams()['memberId']) || 0
  const member = useQuery(memberQuery(id))
  return (
    <>
      <BackLink to={studioMembersPath}>{messages.back}</BackLink>
      {isApiError(member.error, 'not_found') ? (
        <EmptyState icon="person" heading="h1" title={messages.gone}>
          {messages.gone_detail}
        </EmptyState>
      ) : member.data ? (
        <MemberDetails member={member.data} />
      ) : member.isError ? (
        <ErrorState isRetrying={member.isFetching} onRetry={() => void member.refetch()} />
      ) : (
        <>
          <h1 className="sr-only">{messages.title}</h1>
          <TableSkeleton />
        </>
      )}
    </>
  )
}

function MemberDetails({ member }: { member: MemberDetail }) {
  const { id, username } = member
  const [params] = useSearchParams()
  const role = useStaffRole()
  const parts = memberParts.filter(({ access }) => !access || hasStaffAccess(access, role))
  const { key: shown, Part } = parts.find(({ key }) => key === params.get('part')) ?? memberParts[0]
  const { user } = useAuth()
  const isMoneyOpen = useStaffAccess(studioAccess.money) && user.id !== id
  const hasAuditLog = useStaffAccess(studioAccess.audit_log)
  return (
    <>
      <PageHeader
        title={messages.page_title(username)}
        detail={messages.looked}
        actions={
          <>
            {hasAuditLog && (
              <ButtonLink
                to={`${studioAuditLogPath}?subject_kind=member&subject_id=${id}`}
                variant="ghost"
                icon="clock"
              >
                {messages.acts}
              </ButtonLink>
            )}
            {isMoneyOpen && (
              <Button icon="plus" onClick={() => void openGrantPointsDialog(member)}>
                {messages.grant}
              </Button>
            )}
          </>
        }
      />
      <SuspensionNote {...member} />
      <Facts member={member} />
      <div className="mt-6 mb-4">
        <NavTabs
          label={messages.tabs}
          tabs={parts.map(({ key }) => ({
            key,
            to: `${studioMemberPath(id)}?part=${key}`,
            title: messages.parts[key],
            selected: key === shown,
          }))}
        />
      </div>
      <Part key={`${id} ${shown}`} member={member} canRefund={isMoneyOpen} />
    </>
  )
}

/** The number of undelivered messages, and the time since which none has arrived. */
const failuresOf = (count: number, text: (n: number) => string, since: string | null) => {
  if (count === 0) return undefined
  return since ? messages.failing_since(text(count), formatDate(since)) : text(count)
}

function Facts({ member }: { member: MemberDetail }) {
  const { subscription: plan, adult_verified_until: adult, delivery } = member
  const facts: readonly [string, string, (string | undefined)?][] = [
    [
      messages.email,
      member.email,
      failuresOf(delivery.mail, messages.failed_mail, delivery.email_failed_at),
    ],
    [
      messages.phone,
      formatPhoneNumber(member.phonenumber),
      failuresOf(delivery.sms, messages.failed_sms, delivery.phone_failed_at),
    ],
    [messages.id, String(member.id)],
    [messages.joined, formatDate(member.created_at)],
    [messages.adult, adult ? messages.adult_until(formatDate(adult)) : messages.none],
    [messages.marketing, member.is_marketing_agreed ? messages.yes : messages.no],
    [messages.event_point, formatPoints(member.event_point)],
    [messages.paid_point, formatPoints(member.paid_point)],
    plan
      ? [
          messages.plan,
          `${plan.plan_name} · ${messages.plan_status[plan.status]}`,
          plan.failed ??
            (plan.auto_renew && plan.status !== 'ended' ? messages.renews : messages.ends)(
              formatDate(plan.period_end),
            ),
        ]
      : [messages.plan, messages.none],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 panel p-4 sm:grid-cols-3 md:p-5 xl:grid-cols-5">
      {facts.map(([name, value, more]) => (
        <div key={name} className="min-w-0 first:col-span-2">
          <dt className="text-xs text-foreground-subtle">{name}</dt>
          <dd className="mt-1 text-base font-semibold wrap-anywhere tabular-nums">
            {value}
            {more && (
              <span className="block text-xs font-normal text-foreground-subtle">{more}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
