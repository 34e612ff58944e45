import { answerLength } from '#contract/customer-services/customer-services.ts'
import { endpoints } from '#contract/index.ts'
import type { InboxInquiry } from '#contract/customer-services/staff.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { BackLink } from '#web/features/studio/common/studio-shell.tsx'
import { studioMembersMessages } from '#web/features/studio/members/messages.ko.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { draftStorage } from '#web/lib/drafts.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { studioMemberPath } from '#web/routing/studio-paths.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert, Select, TextArea } from '#web/ui/forms/form-controls.tsx'
import { useCheckedValues } from '#web/api/use-checked-values.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { studioServiceMessages } from './messages.ko.ts'
import { colleaguesQuery, inquiryErrorMessage, inquiryQuery, pollInterval_ms } from './queries.ts'
import { TemplateButtons } from './templates-dialog.tsx'

const messages = studioServiceMessages.inbox
const { studio_support: calls } = endpoints

type Props = {
  id: number
  backPath: string
  hrefOf: (id: number) => string
  onAnswered: () => void
}

/** An inquiry with the context needed to answer it. */
export function InquiryThread({ id, backPath, hrefOf, onAnswered }: Props) {
  const isLive = useIsLive()
  const query = useQuery({
    ...inquiryQuery(id),
    refetchInterval: isLive ? false : pollInterval_ms,
  })
  return (
    <section aria-label={query.data?.title ?? messages.context}>
      <BackLink to={backPath} className="lg:hidden" />
      {isApiError(query.error, 'not_found') ? (
        <EmptyState icon="chat" title={messages.gone}>
          {messages.gone_detail}
        </EmptyState>
      ) : (
        <QueryContent query={query} skeletonRows={6} keepsData>
          {(inquiry) => <Inquiry inquiry={inquiry} hrefOf={hrefOf} onAnswered={onAnswered} />}
        </QueryContent>
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
      <div className="mt-3 rounded-sheet bg-surface p-4 md:p-5">
        <p className="max-w-prose text-base wrap-anywhere whitespace-pre-wrap">{inquiry.context}</p>
        {attachment_file && (
          <a
            href={attachment_file}
            download={attachment_name ?? ''}
            className="mt-4 flex min-h-11 w-fit max-w-full items-center gap-3 rounded-card bg-surface-raised px-4 text-sm font-semibold hover:bg-surface-high"
          >
            <Icon name="document" className="size-5" />
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
        <div className="mt-3 rounded-sheet bg-accent-subtle p-4 md:p-5">
          <p className="mb-2 text-xs font-bold text-accent-bright">
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
                className="flex min-h-11 items-center gap-3 rounded-control text-sm hover:text-accent-bright"
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
    <section aria-label={messages.kept} className="mt-3 rounded-sheet bg-surface p-4 md:p-5">
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
      call(calls.assignInquiry, {
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

  // A select that acts on change would act at each arrow key.
  const assigned = String(assignee?.id ?? '')
  const [chosen, setChosen] = useState(assigned)
  const [shown, setShown] = useState(assigned)
  if (shown !== assigned) {
    setShown(assigned)
    setChosen(assigned)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={messages.assignee}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        className="w-40 max-sm:w-44"
      >
        <option value="">{messages.no_assignee}</option>
        {(colleagues ?? (assignee ? [assignee] : [])).map((item) => (
          <option key={item.id} value={item.id}>
            {item.username}
          </option>
        ))}
      </Select>
      {chosen !== assigned && (
        <Button
          variant="primary"
          busy={assignment.isPending}
          onClick={() => assignment.submit(chosen ? Number(chosen) : null)}
        >
          {messages.assign}
        </Button>
      )}
      {assignee?.id !== user.id && chosen === assigned && (
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

/** The answer form. The draft is saved on this device until sent, by click or Ctrl+Enter. */
function AnswerForm({
  inquiry: { id, assignee },
  onAnswered,
}: {
  inquiry: InboxInquiry
  onAnswered: () => void
}) {
  const { user } = useAuth()
  const draft = draftStorage(`answer.${id}`, user.id)
  const [text, setText] = useState(() => draft.read() ?? '')
  const anothers = assignee && assignee.id !== user.id ? assignee : null

  function write(to: string) {
    setText(to)
    if (to) draft.save(to)
    else draft.remove()
  }

  const answering = useApiMutation(
    async (answer: string) => {
      if (anothers) {
        const [title, message] = [messages.send, messages.taken_by(anothers.username)]
        if (!(await confirmDialog({ title, message, confirmLabel: title }))) return null
      }
      return call(calls.answerInquiry, {
        params: { id },
        body: { answer, from_id: assignee?.id ?? null },
      })
    },
    {
      errors: 'inline',
      messageOf: inquiryErrorMessage,
      invalidates: [studioKeys.inbox()],
      onSuccess(answered, _, client) {
        if (!answered) return
        draft.remove()
        client.setQueryData(inquiryQuery(id).queryKey, answered)
        toasts.show(messages.sent, 'success')
        onAnswered()
      },
      onError: (_, __, client) => void client.invalidateQueries(inquiryQuery(id)),
    },
  )
  const checked = useCheckedValues(
    calls.answerInquiry.body,
    { answer: text, from_id: assignee?.id ?? null },
    { answer: messages.answer },
  )

  return (
    <form className="mt-5" noValidate onSubmit={checked.onSubmit(() => answering.submit(text))}>
      {anothers && (
        <p className="mb-3 rounded-card bg-accent-subtle px-4 py-3 text-sm">
          {messages.taken_by(anothers.username)}
        </p>
      )}
      <TextArea
        label={messages.answer}
        error={checked.errorOf('answer')}
        hint={messages.answer_hint}
        rows={8}
        required
        maxLength={answerLength.max}
        counted={text}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <FormAlert className="mb-3">{answering.formError}</FormAlert>
      <div className="mt-1 flex flex-wrap gap-2">
        <TemplateButtons
          onInsert={(context) =>
            write(
              [...(text ? `${text}\n\n${context}` : context)].slice(0, answerLength.max).join(''),
            )
          }
        />
        <Button
          type="submit"
          variant="primary"
          className="ml-auto max-sm:w-full"
          busy={answering.isPending}
          incomplete={checked.isIncomplete}
        >
          {messages.send}
        </Button>
      </div>
    </form>
  )
}
