import { BackLink } from '#web/features/studio/common/studio-shell.tsx'
import { endpoints } from '#contract/index.ts'
import type { InboxInquiry } from '#contract/studio/support.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { studioMembersMessages } from '#web/features/studio/members/messages.ko.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { call } from '#web/api/client.ts'
import { draftStorage } from '#web/lib/drafts.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { studioMemberPath } from '#web/routing/studio-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Select } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { AnswerForm } from './answer-form.tsx'
import { colleaguesQuery, inquiryErrorMessage, inquiryQuery, pollIntervalMs } from './queries.ts'

const messages = studioServiceMessages.inbox

type Props = {
  id: number
  backPath: string
  hrefOf: (id: number) => string
  onAnswered: () => void
}

/** An inquiry with the context needed to answer it. */
export function InquiryThread({ id, backPath, hrefOf, onAnswered }: Props) {
  const isLive = useIsLive()
  const { data: inquiry, ...query } = useQuery({
    ...inquiryQuery(id),
    refetchInterval: isLive ? false : pollIntervalMs,
  })
  return (
    <section aria-label={inquiry?.title ?? messages.context}>
      <BackLink to={backPath} className="lg:hidden" />
      {isApiError(query.error, 'not_found') ? (
        <EmptyState icon="chat" title={messages.gone}>
          {messages.gone_detail}
        </EmptyState>
      ) : inquiry ? (
        <Inquiry inquiry={inquiry} hrefOf={hrefOf} onAnswered={onAnswered} />
      ) : query.isError ? (
        <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <TableSkeleton rows={6} />
      )}
    </section>
  )
}

function Inquiry({
  inquiry,
  hrefOf,
  onAnswered,
}: { inquiry: InboxInquiry } & Pick<Props, 'hrefOf' | 'onAnswered'>) {
  const { attachment_file, attachment_name } = inquiry
  return (
    <>
      <p className="text-xs text-foreground-subtle">
        {inquiry.subject_name} · <time>{formatDateTime(inquiry.created_at)}</time>
      </p>
      <h2 className="mt-1 text-xl font-bold break-keep wrap-anywhere">{inquiry.title}</h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-foreground-muted">
        <Link
          to={studioMemberPath(inquiry.member_id)}
          className="inline-flex min-h-11 items-center gap-2 underline decoration-border-strong underline-offset-4 hover:text-foreground"
        >
          <span className="sr-only">{messages.member}: </span>
          {inquiry.username} · {inquiry.email}
        </Link>
        {!inquiry.is_answered && <Assignee inquiry={inquiry} />}
      </div>
      <div className="mt-3 rounded-xl bg-surface p-4 md:p-5">
        <p className="max-w-prose text-base wrap-anywhere whitespace-pre-wrap">{inquiry.context}</p>
        {attachment_file && (
          <a
            href={attachment_file}
            download={attachment_name ?? ''}
            className="mt-4 flex min-h-11 w-fit max-w-full items-center gap-2.5 rounded-lg bg-surface-raised px-4 text-sm font-semibold hover:bg-surface-high"
          >
            <Icon name="document" className="size-4.5" />
            <span className="sr-only">{messages.file}: </span>
            <span className="truncate" dir="auto">
              {attachment_name}
            </span>
          </a>
        )}
      </div>
      {inquiry.answer === null ? (
        <AnswerForm inquiry={inquiry} onAnswered={onAnswered} />
      ) : (
        <div className="mt-3 rounded-xl bg-accent-subtle p-4 md:p-5">
          <p className="mb-1.5 text-xs font-bold text-accent-bright">
            {inquiry.answered_by
              ? messages.answer_by(inquiry.answered_by.username)
              : messages.answer}
            {inquiry.answered_at && (
              <time className="ml-2 font-normal text-foreground-subtle">
                {formatDateTime(inquiry.answered_at)}
              </time>
            )}
          </p>
          <p className="max-w-prose text-base wrap-anywhere whitespace-pre-wrap">
            {inquiry.answer}
          </p>
        </div>
      )}
      {inquiry.answer !== null && <LeftoverDraft key={inquiry.answered_at} inquiry={inquiry} />}
      <div className="mt-8 grid gap-x-8 gap-y-6 border-t border-border pt-5 md:grid-cols-2">
        <Beside title={messages.earlier} empty={messages.no_earlier}>
          {inquiry.earlier.map((item) => (
            <li key={item.id}>
              <Link
                to={hrefOf(item.id)}
                className="flex min-h-11 items-center gap-3 rounded-md text-sm hover:text-accent-bright"
              >
                <span className="min-w-0 grow truncate">{item.title}</span>
                <span className="shrink-0 text-xs text-foreground-subtle">
                  {item.is_answered ? messages.states.answered : messages.states.open}
                </span>
              </Link>
            </li>
          ))}
        </Beside>
        <Beside title={messages.orders} empty={messages.no_orders}>
          {inquiry.orders.map((item) => (
            <li key={item.order_id} className="flex min-h-11 items-center gap-3 py-1 text-sm">
              <span className="min-w-0 grow">
                <span className="block truncate">{item.title}</span>
                <span className="block text-xs text-foreground-subtle tabular-nums">
                  <time>{formatDateTime(item.created_at)}</time> ·{' '}
                  {studioMembersMessages.order_states[item.status]}
                </span>
              </span>
              <span className="shrink-0 tabular-nums">
                {(item.payment_method === 'card' ? formatWon : formatPoints)(item.amount)}
              </span>
            </li>
          ))}
        </Beside>
      </div>
    </>
  )
}

/** A draft left over when a colleague has answered, shown until dismissed. */
function LeftoverDraft({ inquiry: { id, answered_by } }: { inquiry: InboxInquiry }) {
  const { user } = useAuth()
  const draft = draftStorage(`answer.${id}`, user.id)
  const [stored, setStored] = useState(() => draft.read())
  // The form removes its own draft once the server has confirmed the answer.
  if (!stored || answered_by?.id === user.id) return null
  return (
    <section aria-label={messages.kept} className="mt-3 rounded-xl bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="grow text-sm font-semibold">{messages.kept}</h3>
        <Button
          variant="ghost"
          onClick={() => {
            draft.remove()
            setStored(null)
          }}
        >
          {messages.kept_drop}
        </Button>
      </div>
      <p className="mt-1 max-w-prose text-base wrap-anywhere whitespace-pre-wrap text-foreground-muted">
        {stored}
      </p>
    </section>
  )
}

function Beside({
  title,
  empty,
  children,
}: {
  title: string
  empty: string
  children: readonly ReactNode[]
}) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 text-sm font-bold">{title}</h3>
      {children.length > 0 ? (
        <ul>{children}</ul>
      ) : (
        <p className="py-2 text-sm text-foreground-subtle">{empty}</p>
      )}
    </section>
  )
}

/** The assignee; any colleague can change it. */
function Assignee({ inquiry: { id, assignee } }: { inquiry: InboxInquiry }) {
  const { data: colleagues } = useQuery(colleaguesQuery)
  const { user } = useAuth()
  const assignment = useApiMutation(
    (staff_id: number | null) =>
      call(endpoints.studio_support.assignInquiry, {
        params: { id },
        body: { staff_id, from_id: assignee?.id ?? null },
      }),
    {
      toast: messages.assigned,
      messageOf: inquiryErrorMessage,
      invalidates: [studioKeys.inbox()],
      onSuccess: (assigned, _, client) => client.setQueryData(inquiryQuery(id).queryKey, assigned),
      onError: (_, __, client) => void client.invalidateQueries(inquiryQuery(id)),
    },
  )

  return (
    <div className="flex items-center gap-2">
      <Select
        aria-label={messages.assignee}
        disabled={assignment.isPending}
        value={assignee?.id ?? ''}
        onChange={({ target }) => assignment.submit(target.value ? Number(target.value) : null)}
        className="w-40 max-sm:w-44"
      >
        <option value="">{messages.no_assignee}</option>
        {(colleagues ?? (assignee ? [assignee] : [])).map((item) => (
          <option key={item.id} value={item.id}>
            {item.username}
          </option>
        ))}
      </Select>
      {assignee?.id !== user.id && (
        <Button
          variant="outline"
          busy={assignment.isPending}
          onClick={() => assignment.submit(user.id)}
        >
          {messages.take}
        </Button>
      )}
    </div>
  )
}
