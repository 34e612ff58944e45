import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { useAuth, authStore } from '#web/session/auth-store.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { memberSeriesQuery } from '#web/session/member-content-queries.ts'
import { findMyReview, reviewsQuery, voteHelpful, reportReview } from './queries.ts'
import { useQuery } from '@tanstack/react-query'
import { MyReview, ReviewHead, ReviewText } from './my-review.tsx'
import { type ReviewsProps, reviewPageSize, type ReviewTarget } from './reviews-props.ts'
import type { Review, ReportReason } from '#contract/reviews/reviews.ts'
import { formatCount } from '#web/lib/format.ts'
import { reviewMessages } from './messages.ko.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { pageCount, parsePageParam, Pagination } from '#web/ui/layout/pagination.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import {
  parseReviewParams,
  reviewOrderParams,
  reviewsAnchor,
  toReviewSearch,
} from './review-params.ts'
import { ListSkeleton } from './reviews-skeleton.tsx'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { seriesPath } from '#web/routing/paths.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'

/** The server limits offsets. */
const maxOffset = 10_000

/** Whether the visitor is logged in, or logs in now. */
const ensureMember = async () =>
  authStore.getState().state === 'signed_in' || (await openLoginDialog())

/** The reviews of other members, at the address's page and order. */
function ReviewList({
  target,
  totalCount,
  own_id,
  helpfulIds,
}: {
  target: ReviewTarget
  totalCount: number
  /** Shown in the section above instead. */
  own_id: number | null
  helpfulIds: readonly number[]
}) {
  const { pathname, search } = useLocation()
  const { order, page: requestedPage } = parseReviewParams(search)
  const pageSize = reviewPageSize[target.content_type]
  const pages = pageCount(Math.min(totalCount, maxOffset + pageSize), pageSize)
  const page = parsePageParam(requestedPage, pages)
  const list = useQuery(reviewsQuery(target, order, page, totalCount))
  const { reported, vote, report } = useReviewActions(target)

  if (list.isError && !list.data)
    return (
      <ErrorState
        title={reviewMessages.failed}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  if (!list.data) return <ListSkeleton cards={Math.min(totalCount, pageSize)} />
  if (list.data.count === 0) return <NoReviews target={target} />
  const shownReviews = list.data.results.filter(({ id }) => id !== own_id)
  return (
    <>
      {list.data.count > 1 && (
        <>
          <RatingHistogram ratings={list.data.ratings} />
          <OrderLinks />
        </>
      )}
      <ul
        aria-label={reviewMessages.list}
        aria-busy={list.isPlaceholderData}
        className={`divide-y divide-border transition-opacity duration-(--duration-fast) empty:hidden ${list.isPlaceholderData ? 'opacity-50' : ''}`}
      >
        {shownReviews.map((review) => (
          <li key={review.id}>
            <ReviewItem
              review={review}
              isHelpful={helpfulIds.includes(review.id)}
              isReported={reported.has(review.id)}
              onVote={(isHelpful) => void vote(review, isHelpful)}
              onReport={() => void report(review)}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className="mt-6">
          <Pagination
            page={page}
            pages={pages}
            hrefOf={(to) => `${pathname}${toReviewSearch(search, { page: to })}#${reviewsAnchor}`}
            label={reviewMessages.pages}
          />
        </div>
      )}
    </>
  )
}

function useReviewActions(target: ReviewTarget) {
  const [reported, setReported] = useState<ReadonlySet<number>>(new Set())
  const pendingVotes = useRef(new Set<number>())

  async function vote({ id }: Review, isHelpful: boolean) {
    if (pendingVotes.current.has(id) || !(await ensureMember())) return
    pendingVotes.current.add(id)
    try {
      await voteHelpful(target, id, isHelpful)
    } catch (error) {
      toasts.show(errorMessage(error), 'danger')
    } finally {
      pendingVotes.current.delete(id)
    }
  }

  async function report(review: Review) {
    if (!(await ensureMember()) || !(await openReportReviewDialog(review))) return
    setReported((previous) => new Set(previous).add(review.id))
    toasts.show(reviewMessages.report_done, 'success')
  }
  return { reported, vote, report }
}

function NoReviews({ target }: { target: ReviewTarget }) {
  if (target.content_type === 'episode')
    return (
      <EmptyState
        icon="chat"
        title={reviewMessages.empty_episode}
        heading="h3"
        actions={
          <ButtonLink to={`${seriesPath(target.series_id)}#${reviewsAnchor}`}>
            {reviewMessages.series_reviews}
          </ButtonLink>
        }
      >
        {reviewMessages.empty_episode_detail}
      </EmptyState>
    )
  return (
    <EmptyState icon="chat" title={reviewMessages.empty} heading="h3">
      {reviewMessages.empty_detail}
    </EmptyState>
  )
}

function OrderLinks() {
  const { pathname, search } = useLocation()
  const { order } = parseReviewParams(search)
  return (
    <ul
      aria-label={reviewMessages.order}
      className="full-bleed mt-6 mb-1 flex gap-2 overflow-x-auto [scrollbar-width:none]"
    >
      {reviewOrderParams.map((name) => (
        <li key={name}>
          <ChipLink
            to={pathname + toReviewSearch(search, { order: name })}
            selected={name === order}
            preventScrollReset
            replace
          >
            {reviewMessages.orders[name]}
          </ChipLink>
        </li>
      ))}
    </ul>
  )
}

/** How many reviews give each number of stars, five first. `ratings` begins with one star. */
function RatingHistogram({ ratings }: { ratings: readonly number[] }) {
  const most = Math.max(1, ...ratings)
  return (
    <ul aria-label={reviewMessages.histogram} className="mt-4 w-full max-w-80 space-y-1">
      {ratings
        .map((count, index) => (
          <li
            key={index + 1}
            aria-label={reviewMessages.histogram_row(index + 1, count)}
            className="flex items-center gap-3 text-xs text-foreground-subtle tabular-nums"
          >
            <span aria-hidden="true" className="w-3 text-right">
              {index + 1}
            </span>
            <span aria-hidden="true" className="h-2 grow overflow-hidden rounded-full bg-surface">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span aria-hidden="true" className="w-8">
              {formatCount(count)}
            </span>
          </li>
        ))
        .toReversed()}
    </ul>
  )
}

const actionClass =
  'inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium tabular-nums transition-colors duration-(--duration-fast) hover:bg-surface-raised'

function ReviewItem({
  review,
  isHelpful,
  isReported,
  onVote,
  onReport,
}: {
  review: Review
  isHelpful: boolean
  isReported: boolean
  onVote: (isHelpful: boolean) => void
  onReport: () => void
}) {
  return (
    <article className="py-5">
      <ReviewHead review={review} name={review.username} />
      {review.context !== '' && <ReviewText review={review} isCovered={review.is_spoiler} />}
      <div className="-mx-2 mt-1 flex items-center gap-1">
        <button
          type="button"
          aria-pressed={isHelpful}
          onClick={() => onVote(!isHelpful)}
          className={`${actionClass} ${isHelpful ? 'text-accent-bright' : 'text-foreground-subtle hover:text-foreground'}`}
        >
          <ThumbIcon filled={isHelpful} />
          {reviewMessages.helpful}
          {review.helpful_count > 0 && <span>{formatCount(review.helpful_count)}</span>}
        </button>
        <button
          type="button"
          aria-label={isReported ? undefined : reviewMessages.report_of(review.username)}
          disabled={isReported}
          onClick={onReport}
          className={`${actionClass} text-foreground-subtle enabled:hover:text-foreground disabled:hover:bg-transparent`}
        >
          {isReported ? reviewMessages.reported : reviewMessages.report}
        </button>
      </div>
    </article>
  )
}

function ThumbIcon({ filled }: { filled: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-5 shrink-0"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M3.500 10.500h3.500v9.500H3.500zM7 11l4-7.500a2.200 2.200 0 0 1 2.300 2.200V9.500h5.200a2 2 0 0 1 2 2.300l-1 6.500a2 2 0 0 1-2 1.700H7z" />
    </svg>
  )
}

/** The member's own review, then those of others. */
export function ReviewsPanel(props: ReviewsProps) {
  const { content_type, object_id } = props.target
  return (
    <MemberQueryProvider>
      <MemberReviews key={`${content_type}:${object_id}`} {...props} />
    </MemberQueryProvider>
  )
}

function MemberReviews({ target, count, watch_path, onChanged }: ReviewsProps) {
  const { state } = useAuth()
  const isMember = state === 'signed_in'
  const query = useQuery({ ...memberSeriesQuery(target.series_id), enabled: isMember })
  const memberSeries = isMember ? query.data : undefined
  return (
    <>
      <MyReview
        target={target}
        memberSeries={memberSeries}
        failed={query.isError && !memberSeries}
        onRetry={() => void query.refetch()}
        watch_path={watch_path}
        onChanged={onChanged}
      />
      <ReviewList
        target={target}
        totalCount={count}
        own_id={memberSeries ? (findMyReview(memberSeries, target)?.id ?? null) : null}
        helpfulIds={memberSeries?.helpful_review_ids ?? []}
      />
    </>
  )
}

// The contract's own list would add its validator to every page with reviews.
const reportReasons: readonly ReportReason[] = [
  'spoiler',
  'abuse',
  'advertising',
  'privacy',
  'other',
]

/**
 * Asks for the reason and reports the review.
 * @returns whether it was reported.
 */
async function openReportReviewDialog(review: Review): Promise<boolean> {
  const isReported = await dialogs.open<boolean>(
    { label: reviewMessages.report_title },
    (close) => <ReportForm review={review} close={close} />,
  )
  return isReported === true
}

function ReportForm({ review, close }: { review: Review; close: (isReported?: boolean) => void }) {
  const [reason, setReason] = useState<ReportReason>()
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const report = useAsyncAction(async () => {
    if (!reason) return
    await reportReview(review.id, reason)
    close(true)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    report.run()
  }

  return (
    <form onSubmit={submit}>
      <DialogBody
        title={reviewMessages.report_title}
        actions={
          <>
            <Button onClick={() => close()}>{controlMessages.cancel}</Button>
            <Button type="submit" variant="danger" busy={report.isPending} incomplete={!reason}>
              {reviewMessages.report_send}
            </Button>
          </>
        }
      >
        <fieldset>
          <legend className="mb-2">{reviewMessages.report_question}</legend>
          {reportReasons.map((option) => (
            <label key={option} className="flex min-h-11 items-center gap-3 text-foreground">
              <input
                type="radio"
                name="reason"
                value={option}
                checked={reason === option}
                onChange={() => setReason(option)}
                className="size-5 accent-accent"
              />
              {reviewMessages.reasons[option]}
            </label>
          ))}
        </fieldset>
        <FormAlert className="mt-3">
          {report.error
            ? errorMessage(report.error)
            : wasSubmitted && !reason
              ? reviewMessages.report_missing
              : null}
        </FormAlert>
      </DialogBody>
    </form>
  )
}
