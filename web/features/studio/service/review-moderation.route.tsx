import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import {
  studio_reviews as calls,
  type ReportedReview,
  reportFilters,
  type ModerationAction,
} from '#contract/reviews/staff.ts'
import { formatDate } from '#web/lib/format.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { studioMemberPath, studioReviewsPath } from '#web/routing/studio-paths.ts'
import { ReasonField } from '#web/features/studio/common/form-fields.tsx'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import {
  BulkBar,
  RefusedList,
  type RefusedRow,
  AllRowsCheckbox,
  RowCheckbox,
  useRowSelection,
} from '#web/features/studio/list/row-selection.tsx'
import { ListContent } from '#web/features/studio/list/list-content.tsx'
import { ListTabs } from '#web/features/studio/list/list-controls.tsx'
import { listMessages } from '#web/features/studio/list/messages.ko.ts'
import { useList } from '#web/features/studio/list/use-list.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useState } from 'react'
import { Link } from 'react-router'

const messages = studioServiceMessages.reviews
type Done = { id: number; verdict: ModerationAction; reason?: string | undefined }

/** Reported reviews, to hide or keep; both can be undone. */
export default function ReviewsPage() {
  const list = useList({
    endpoint: calls.listReportedReviews,
    path: studioReviewsPath,
    queryKey: studioKeys.reviews,
  })
  const isHiddenShown = list.filters.report_state === 'hidden'
  const { done, moderation } = useModeration()
  const selection = useRowSelection(list.rows)
  const bulk = useBulkReviews(selection)
  const busy = moderation.isPending || bulk.isPending
  async function hideSelected() {
    const reason = await openReasonDialog()
    if (reason) bulk.judge({ verdict: 'hide', reason })
  }

  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <ListTabs
        list={list}
        name="report_state"
        label={messages.tabs}
        options={reportFilters.map((state) => ({ value: state, title: messages.states[state] }))}
      />
      <div role="status" className="empty:hidden">
        {done && (
          <DoneNotice
            done={done}
            busy={busy}
            onUndo={() =>
              moderation.submit({ ...done, verdict: undoVerdict[done.verdict], isUndoing: true })
            }
          />
        )}
      </div>
      <RefusedList
        heading={messages.bulk_refused(bulk.refused.length)}
        rows={bulk.refused}
        onDismiss={bulk.dismiss}
      />
      <ListContent
        list={list}
        label={messages.title}
        empty={
          isHiddenShown
            ? { icon: 'star', title: messages.empty_hidden, detail: messages.empty_hidden_detail }
            : { icon: 'star', title: messages.empty, detail: messages.empty_detail }
        }
      >
        {(reviews) => (
          <>
            <div className="flex items-center gap-3 text-xs text-foreground-subtle">
              <AllRowsCheckbox selection={selection} />
              <span aria-hidden="true">{listMessages.select_all}</span>
            </div>
            <ul>
              {reviews.map((review) => (
                <li key={review.id} className="flex gap-3 border-b border-border py-5">
                  <div className="-mt-3">
                    <RowCheckbox
                      id={review.id}
                      title={messages.review_of(review.username)}
                      selection={selection}
                    />
                  </div>
                  <Line review={review} busy={busy} onJudge={moderation.submit} />
                </li>
              ))}
            </ul>
          </>
        )}
      </ListContent>
      <BulkBar selection={selection}>
        {isHiddenShown ? (
          <Button busy={busy} onClick={() => bulk.judge({ verdict: 'show' })}>
            {messages.show}
          </Button>
        ) : (
          <>
            <Button variant="danger" busy={busy} onClick={() => void hideSelected()}>
              {messages.hide}
            </Button>
            <Button variant="outline" busy={busy} onClick={() => bulk.judge({ verdict: 'keep' })}>
              {messages.keep}
            </Button>
          </>
        )}
      </BulkBar>
    </>
  )
}

/** Moderates a review; the last change can be undone. */
function useModeration() {
  const [done, setDone] = useState<Done>()
  const moderation = useApiMutation(
    ({ id, verdict, reason }: Done & { isUndoing?: boolean }) =>
      call(calls.moderateReview, {
        params: { id },
        body: { verdict, ...(reason ? { reason } : {}) },
      }),
    {
      messageOf: (error) =>
        isApiError(error, 'conflict') ? messages.too_late : errorMessage(error),
      invalidates: [studioKeys.reviews()],
      onSuccess(_, { isUndoing = false, ...judged }) {
        setDone(isUndoing ? undefined : judged)
        if (isUndoing) toasts.show(messages.done[judged.verdict], 'success')
      },
    },
  )
  return { done, moderation }
}

function DoneNotice({ done, busy, onUndo }: { done: Done; busy: boolean; onUndo: () => void }) {
  return (
    <p className="mt-4 mb-2 flex items-center gap-3 rounded-card bg-surface-raised py-1 pr-1 pl-4 text-sm">
      <span className="grow">{messages.done[done.verdict]}</span>
      {(done.verdict !== 'show' || done.reason) && (
        <Button variant="ghost" icon="retry" busy={busy} onClick={onUndo}>
          {studioServiceMessages.undo}
        </Button>
      )}
    </p>
  )
}

function Line({
  review,
  busy,
  onJudge,
}: {
  review: ReportedReview
  busy: boolean
  onJudge: (judged: Done) => void
}) {
  const { id, work, username, member_id, rating, context, reports, is_hidden, hidden_reason } =
    review
  async function hide() {
    const reason = await openReasonDialog()
    if (reason) onJudge({ id, verdict: 'hide', reason })
  }
  return (
    <article className="min-w-0 grow gap-8 md:flex">
      <div className="min-w-0 grow">
        {reports.length > 0 && (
          <p className="mb-2 flex flex-wrap items-center gap-2">
            <span className="mr-1 text-xs font-semibold text-foreground-subtle">
              {messages.reports(review.report_count)}
            </span>
            {reports.map((report) => (
              <Badge key={report.reason} tone="accent_subtle">
                {messages.reasons[report.reason]} {report.count}
              </Badge>
            ))}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <Link
            to={seriesPath(work.series_id)}
            className="font-semibold underline decoration-border-strong underline-offset-4 hover:text-accent-bright"
          >
            {[work.title, work.episode_title].filter(Boolean).join(' · ')}
          </Link>
          <Link
            to={studioMemberPath(member_id)}
            className="flex items-center gap-2 text-foreground-subtle underline decoration-border underline-offset-4 hover:text-foreground"
          >
            <ProfileAvatar profile={review} size="xs" />
            {username}
          </Link>
          <span className="text-foreground-subtle">{messages.stars(rating)}</span>
          {review.is_spoiler && <Badge>{messages.spoiler}</Badge>}
          <time className="text-xs text-foreground-subtle">{formatDate(review.created_at)}</time>
        </div>
        <p className="mt-2 max-w-prose text-base wrap-anywhere whitespace-pre-line">{context}</p>
        {is_hidden && hidden_reason && (
          <p className="mt-2 text-sm text-foreground-subtle">
            {messages.hidden_because(hidden_reason)}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-start gap-2 max-md:mt-4 max-md:*:grow">
        {is_hidden ? (
          <Button
            busy={busy}
            onClick={() => onJudge({ id, verdict: 'show', reason: hidden_reason ?? undefined })}
          >
            {messages.show}
          </Button>
        ) : (
          <>
            <Button variant="danger" aria-disabled={busy} onClick={() => void hide()}>
              {messages.hide}
            </Button>
            <Button aria-disabled={busy} onClick={() => onJudge({ id, verdict: 'keep' })}>
              {messages.keep}
            </Button>
          </>
        )}
      </div>
    </article>
  )
}

/** @returns the reason for hiding, or undefined if dismissed. */
const openReasonDialog = () =>
  dialogs.open<string>({ label: messages.hide_title }, (close) => (
    <StaffQueryProvider>
      <AskReason close={close} />
    </StaffQueryProvider>
  ))

function AskReason({ close }: { close: (reason?: string) => void }) {
  const { field, checked, isIncomplete } = useMutationForm(calls.moderateReview, {
    defaultValues: { verdict: 'hide', reason: '' },
    labels: { reason: messages.reason },
    // Optional in the API, where other verdicts have none.
    validate: ({ reason }) => (reason?.trim() ? [] : [{ field: 'reason', code: 'required' }]),
  })
  return (
    <form noValidate onSubmit={checked(({ reason }) => close(reason?.trim()))}>
      <DialogBody
        title={messages.hide_title}
        actions={
          <>
            <Button onClick={() => close()}>{studioServiceMessages.cancel}</Button>
            <Button type="submit" variant="danger" incomplete={isIncomplete}>
              {messages.hide}
            </Button>
          </>
        }
      >
        <p className="mb-4">{messages.hide_detail}</p>
        <ReasonField messages={messages} {...field('reason')} />
      </DialogBody>
    </form>
  )
}

/** The verdict that undoes each. */
const undoVerdict = { hide: 'show', keep: 'reopen', show: 'hide', reopen: 'keep' } as const

type Judged = Pick<ReportedReview, 'id' | 'username' | 'hidden_reason'>
type Verdict = { verdict: ModerationAction; reason?: string }
type Outcome = { done: Judged[]; refused: (RefusedRow & { id: number })[] }

/**
 * Moderates reviews one after the other; a page has at most twenty. Those that a colleague has judged meanwhile do not stop
 * the others.
 */
async function moderate(reviews: readonly Judged[], { verdict, reason }: Verdict) {
  const outcome: Outcome = { done: [], refused: [] }
  for (const review of reviews) {
    // Hiding again, as an undo, repeats the reason.
    const given = verdict === 'hide' ? (reason ?? review.hidden_reason) : undefined
    const body = { verdict, ...(given ? { reason: given } : {}) }
    try {
      await call(calls.moderateReview, { params: { id: review.id }, body })
      outcome.done.push(review)
    } catch (error) {
      outcome.refused.push({
        id: review.id,
        key: String(review.id),
        title: messages.review_of(review.username),
        reason: isApiError(error, 'conflict') ? messages.too_late : errorMessage(error),
      })
    }
  }
  return outcome
}

/** Moderates the selected reviews together, with an undo and the reviews that could not be changed. */
function useBulkReviews(selection: ReturnType<typeof useRowSelection<ReportedReview>>) {
  const [refused, setRefused] = useState<Outcome['refused']>([])
  const options = { invalidates: [studioKeys.reviews()] }
  const undo = useApiMutation(
    ({ reviews, verdict }: { reviews: readonly Judged[] } & Verdict) =>
      moderate(reviews, { verdict }),
    {
      ...options,
      onSuccess(outcome) {
        setRefused(outcome.refused)
        if (outcome.done.length > 0)
          toasts.show(messages.bulk_undone(outcome.done.length), 'success')
      },
    },
  )
  const judge = useApiMutation((verdict: Verdict) => moderate(selection.rows, verdict), {
    ...options,
    onSuccess({ done, ...outcome }, { verdict, reason }) {
      setRefused(outcome.refused)
      selection.select(outcome.refused.map(({ id }) => id))
      if (done.length === 0) return
      const reviews = done.map((review) => ({
        ...review,
        hidden_reason: reason ?? review.hidden_reason,
      }))
      toasts.show(messages.bulk_done[verdict](done.length), 'success', {
        label: studioServiceMessages.undo,
        run: () => undo.submit({ reviews, verdict: undoVerdict[verdict] }),
      })
    },
  })
  return {
    judge: judge.submit,
    refused,
    isPending: judge.isPending || undo.isPending,
    dismiss: () => setRefused([]),
  }
}
