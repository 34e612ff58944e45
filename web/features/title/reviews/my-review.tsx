import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { uiMessages } from '#web/ui/messages.ko.ts'
import type { MemberSeries } from '#contract/playback/playback.ts'
import { reviewMessages } from './messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { deleteReview, hasStartedWatching, findMyReview, applyMyReview } from './queries.ts'
import type { ReviewTarget } from './reviews-props.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { lazy, Suspense, useRef, useState, type ReactNode, useEffect, useId } from 'react'
import { reviewDraftStorage } from './review-draft.ts'
import { MyReviewSkeleton } from './reviews-skeleton.tsx'
import { formatDate } from '#web/lib/format.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import { StarRating } from '#web/ui/base/five-stars.tsx'

/** Loaded when a review is written, since it includes the contract's validator. */
const ReviewForm = lazy(() =>
  import('./review-form.tsx').then(
    (module) => ({ default: module.ReviewForm }),
    () => ({ default: ReviewUnavailable }),
  ),
)

type OwnProps = {
  target: ReviewTarget
  memberSeries: MemberSeries | undefined
  failed: boolean
  onRetry: () => void
  watch_path: string | null
  /** The review count or rating of the title has changed. */
  onChanged: () => void
}

/** The member's review, or what they have to do before they can write one. */
export function MyReview({
  target,
  memberSeries,
  failed,
  onRetry,
  watch_path,
  onChanged,
}: OwnProps) {
  const { state } = useAuth()
  if (state === 'failed' || failed)
    return (
      <Panel title={reviewMessages.own_failed}>
        <Button
          icon="retry"
          onClick={() => (state === 'failed' ? void authStore.checkAuth() : onRetry())}
        >
          {reviewMessages.retry}
        </Button>
      </Panel>
    )
  if (state === 'signed_out')
    return (
      <Panel title={reviewMessages.invite} detail={reviewMessages.invite_detail}>
        <Button variant="outline" onClick={() => void openLoginDialog()}>
          {reviewMessages.log_in_to_write}
        </Button>
      </Panel>
    )
  if (!memberSeries) return <MyReviewSkeleton />
  return (
    <MemberReview
      target={target}
      memberSeries={memberSeries}
      watch_path={watch_path}
      onChanged={onChanged}
    />
  )
}

function MemberReview({
  target,
  memberSeries,
  watch_path,
  onChanged,
}: Pick<OwnProps, 'target' | 'watch_path' | 'onChanged'> & { memberSeries: MemberSeries }) {
  const { user } = useAuth()
  const draft = reviewDraftStorage(user.profile?.id ?? null, target)
  const own = findMyReview(memberSeries, target)
  const canWrite = own !== null || hasStartedWatching(memberSeries, target)
  const [isWriting, setIsWriting] = useState(() => canWrite && draft.read() !== null)
  const container = useRef<HTMLDivElement>(null)

  /** The control that had focus is gone: focuses the content that replaced it. */
  function leaveForm() {
    setIsWriting(false)
    container.current?.focus({ preventScroll: true })
  }

  const deletion = useApiMutation(deleteReview, {
    treatNotFoundAsDone: true,
    async onSuccess() {
      await applyMyReview(target, null)
      onChanged()
      toasts.show(reviewMessages.deleted)
      container.current?.focus({ preventScroll: true })
    },
  })

  async function remove(id: number) {
    const { delete_title: title, delete_detail: message, delete: confirmLabel } = reviewMessages
    if (await confirmDialog({ title, message, confirmLabel })) deletion.submit(id)
  }

  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {isWriting ? (
        <Suspense fallback={<MyReviewSkeleton />}>
          <ReviewForm
            target={target}
            own={own}
            draft={draft}
            onCancel={leaveForm}
            onSaved={(review) => {
              void applyMyReview(target, review).then(() => {
                leaveForm()
                onChanged()
              })
              toasts.show(own ? reviewMessages.saved_edit : reviewMessages.saved_new, 'success')
            }}
          />
        </Suspense>
      ) : own ? (
        <section aria-label={reviewMessages.own} className="mt-4 panel p-5">
          <ReviewHead review={own} name={reviewMessages.own} />
          {own.context !== '' && <ReviewText review={own} isCovered={false} />}
          {own.helpful_count > 0 && (
            <p className="mt-2 text-sm text-foreground-subtle">
              {reviewMessages.own_helpful_count(own.helpful_count)}
            </p>
          )}
          <div className="mt-3 flex gap-2">
            <Button onClick={() => setIsWriting(true)}>{reviewMessages.edit}</Button>
            <Button variant="ghost" busy={deletion.isPending} onClick={() => void remove(own.id)}>
              {reviewMessages.delete}
            </Button>
          </div>
        </section>
      ) : canWrite ? (
        <Panel title={reviewMessages.invite} detail={reviewMessages.invite_detail}>
          <Button variant="outline" onClick={() => setIsWriting(true)}>
            {reviewMessages.write}
          </Button>
        </Panel>
      ) : (
        <Panel title={reviewMessages.not_started} detail={reviewMessages.not_started_detail}>
          {watch_path && (
            <ButtonLink to={watch_path} icon="play">
              {reviewMessages.watch}
            </ButtonLink>
          )}
        </Panel>
      )}
    </div>
  )
}

function Panel({
  title,
  detail,
  children,
}: {
  title: string
  detail?: string
  children: ReactNode
}) {
  return (
    <div className="mt-4 flex min-h-26 flex-wrap items-center justify-between gap-x-6 gap-y-4 panel p-5">
      <div className="min-w-0">
        <p className="text-base font-semibold">{title}</p>
        {detail && <p className="mt-1 text-sm text-foreground-subtle">{detail}</p>}
      </div>
      {children}
    </div>
  )
}

/** The form's code failed to load. Nothing is typed yet, so the page can be reloaded. */
function ReviewUnavailable() {
  return (
    <Panel title={uiMessages.load_failed} detail={uiMessages.load_failed_detail}>
      <Button icon="retry" onClick={() => location.reload()}>
        {reviewMessages.retry}
      </Button>
    </Panel>
  )
}

/** The author, rating and date of a review. */
export function ReviewHead({ review, name }: { review: Review; name: string }) {
  const { rating, created_at, updated_at, is_spoiler } = review
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="flex items-center gap-2 font-semibold">
        <ProfileAvatar profile={review} size="sm" />
        {name}
      </span>
      <StarRating value={rating} className="size-4" />
      <span className="flex items-center gap-2 text-foreground-subtle tabular-nums">
        <time dateTime={created_at}>{formatDate(created_at)}</time>
        {updated_at !== created_at && <span>· {reviewMessages.edited}</span>}
      </span>
      {is_spoiler && <Badge>{reviewMessages.spoiler_badge}</Badge>}
    </div>
  )
}

/** The text as typed. A spoiler is not rendered until it is uncovered; a long text is initially clamped. */
export function ReviewText({ review, isCovered }: { review: Review; isCovered: boolean }) {
  const id = useId()
  const text = useRef<HTMLParagraphElement>(null)
  const [isUncovered, setIsUncovered] = useState(false)
  const [isExpanded, setIsExpanded] = useState(false)
  const [isClamped, setIsClamped] = useState(false)
  const isShown = !isCovered || isUncovered

  // Whether the text overflows depends on the width, e.g. after rotating a phone.
  useEffect(() => {
    const element = text.current
    if (!element || isExpanded) return
    const observer = new ResizeObserver(() =>
      setIsClamped(element.scrollHeight > element.clientHeight + 1),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isExpanded])

  return (
    <div className="mt-2 max-w-3xl">
      {isCovered && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-surface px-4 py-2">
          <p className="text-sm text-foreground-subtle">{reviewMessages.spoiler}</p>
          <Button
            variant="ghost"
            className="-mx-3 px-3! text-sm!"
            icon="eye"
            aria-expanded={isUncovered}
            aria-controls={id}
            onClick={() => setIsUncovered(!isUncovered)}
          >
            {isUncovered ? reviewMessages.hide_spoiler : reviewMessages.show_spoiler}
          </Button>
        </div>
      )}
      <p
        ref={text}
        id={id}
        hidden={!isShown}
        className={`text-base wrap-anywhere whitespace-pre-wrap text-foreground-muted ${isCovered ? 'mt-3' : ''} ${isExpanded || !isShown ? '' : 'line-clamp-6'}`}
      >
        {isShown && review.context}
      </p>
      {isShown && (isClamped || isExpanded) && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setIsExpanded(!isExpanded)}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-foreground-subtle hover:text-foreground"
        >
          {isExpanded ? reviewMessages.less : reviewMessages.more}
        </button>
      )}
    </div>
  )
}
