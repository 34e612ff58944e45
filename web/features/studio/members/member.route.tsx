import type { MemberDetail } from '#contract/studio/members.ts'
import { formatDate, formatPoints } from '#web/lib/format.ts'
import { studioMembersMessages as words } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { isApiError } from '#web/api/error-message.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { useStudioEvents } from '#web/features/studio/common/studio-events.ts'
import {
  studioAuditLogPath,
  studioMemberPath,
  studioMembersPath,
} from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { MemberDevices } from './member-devices.tsx'
import { openGrantPointsDialog } from './grant-points-dialog.tsx'
import { Inquiries, PaymentTable, Orders, Purchases, Refunds } from './member-tables.tsx'
import { memberChanged, memberQuery } from './queries.ts'

export default MemberPage

const parts = ['orders', 'purchases', 'money', 'refunds', 'inquiries', 'devices'] as const

/** A member, masked, with all that hangs on him. */
function MemberPage() {
  const id = Number(useParams()['memberId']) || 0
  const member = useQuery(memberQuery(id))
  const { user } = useAuth()
  useStudioEvents((news) => {
    const isHis = news?.subject_kind === 'member' && news.subject_id === id
    if (!news || (isHis && news.by?.id !== user.id)) void memberChanged(id)
  })
  return (
    <>
      <Link
        to={studioMembersPath}
        className="-mt-2 mb-1 flex min-h-11 w-fit items-center gap-1 text-sm text-foreground-subtle hover:text-foreground"
      >
        <Icon name="left" className="size-4" />
        {words.back}
      </Link>
      {isApiError(member.error, 'not_found') ? (
        <EmptyState icon="person" heading="h1" title={words.gone}>
          {words.gone_detail}
        </EmptyState>
      ) : member.data ? (
        <MemberDetails member={member.data} />
      ) : member.isError ? (
        <ErrorState busy={member.isFetching} onRetry={() => void member.refetch()} />
      ) : (
        <>
          <h1 className="sr-only">{words.title}</h1>
          <TableSkeleton />
        </>
      )}
    </>
  )
}

function MemberDetails({ member }: { member: MemberDetail }) {
  const { id, username, devices } = member
  const [params] = useSearchParams()
  const part = parts.find((one) => one === params.get('part')) ?? 'orders'
  const { user } = useAuth()
  return (
    <>
      <PageHeader
        title={words.sheet(username)}
        detail={words.looked}
        actions={
          <>
            <ButtonLink
              to={`${studioAuditLogPath}?subject_kind=member&subject_id=${id}`}
              look="quiet"
              icon="clock"
            >
              {words.acts}
            </ButtonLink>
            {user.id !== id && (
              <Button icon="plus" onClick={() => void openGrantPointsDialog(member)}>
                {words.grant}
              </Button>
            )}
          </>
        }
      />
      <Facts member={member} />
      <div className="mt-6 mb-4">
        <NavTabs
          label={words.tabs}
          tabs={parts.map((one) => ({
            ...{ key: one, to: `${studioMemberPath(id)}?part=${one}` },
            ...{ title: words.parts[one], selected: one === part },
          }))}
        />
      </div>
      {part === 'orders' && <Orders id={id} refunds={user.id !== id} />}
      {part === 'purchases' && <Purchases id={id} />}
      {part === 'money' && <PaymentTable id={id} />}
      {part === 'refunds' && <Refunds id={id} />}
      {part === 'inquiries' && <Inquiries id={id} />}
      {part === 'devices' && <MemberDevices id={id} devices={devices} />}
    </>
  )
}

function Facts({ member }: { member: MemberDetail }) {
  const { subscription: plan, adult_verified_until: adult } = member
  const facts: readonly [string, string, string?][] = [
    [words.email, member.email],
    [words.phone, member.phonenumber],
    [words.id, String(member.id)],
    [words.joined, formatDate(member.created_at)],
    [words.adult, adult ? words.adult_until(formatDate(adult)) : words.none],
    [words.marketing, member.is_marketing_agreed ? words.yes : words.no],
    [words.event_point, formatPoints(member.event_point)],
    [words.paid_point, formatPoints(member.paid_point)],
    plan
      ? [
          words.plan,
          `${plan.plan_name} · ${words.plan_status[plan.status]}`,
          plan.failed ??
            (plan.auto_renew && plan.status !== 'ended' ? words.renews : words.ends)(
              formatDate(plan.period_end),
            ),
        ]
      : [words.plan, words.none],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-xl bg-surface p-4 sm:grid-cols-3 md:p-5 xl:grid-cols-5">
      {facts.map(([name, value, more]) => (
        <div key={name} className="min-w-0 first:col-span-2">
          <dt className="text-xs text-foreground-subtle">{name}</dt>
          <dd className="mt-0.5 text-base font-semibold wrap-anywhere tabular-nums">
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
