import { uiMessages } from '#web/ui/messages.ko.ts'
import type { MemberSeries } from '#contract/contents/playback.ts'
import { reviewMessages } from './messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import {
  deleteReview,
  hasStartedWatching,
  findMyReview,
  ownReviewIs,
  type ReviewTarget,
} from './queries.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { reviewDraftStorage } from './review-draft.ts'
import { ReviewHead, ReviewText } from './review-body.tsx'
import { MyReviewSkeleton } from './reviews-skeleton.tsx'

/** The form comes with the contract's own checks, to those who write. */
const ReviewForm = lazy(() =>
  import('./review-form.tsx').then(
    (module) => ({ default: module.ReviewForm }),
    () => ({ default: ReviewUnavailable }),
  ),
)

type OwnProps = {
  work: ReviewTarget
  side: MemberSeries | undefined
  failed: boolean
  onRetry: () => void
  watch_path: string | null
  signIn: () => Promise<boolean>
  /** The figures of the work are others now. */
  onChanged: () => void
}

/** What the one who looks has to say himself, or what is between him and saying it. */
export function MyReview({ work, side, failed, onRetry, watch_path, signIn, onChanged }: OwnProps) {
  const { state } = useAuth()
  if (state === 'failed' || failed)
    return (
      <Panel title={reviewMessages.own_failed}>
        <Button
          icon="retry"
          onClick={() => (state === 'failed' ? void authStore.check() : onRetry())}
        >
          {reviewMessages.retry}
        </Button>
      </Panel>
    )
  if (state === 'signed_out')
    return (
      <Panel title={reviewMessages.invite} detail={reviewMessages.invite_detail}>
        <Button look="outline" onClick={() => void signIn()}>
          {reviewMessages.sign_in}
        </Button>
      </Panel>
    )
  if (!side) return <MyReviewSkeleton />
  return <MemberPart work={work} side={side} watch_path={watch_path} onChanged={onChanged} />
}

function MemberPart({
  work,
  side,
  watch_path,
  onChanged,
}: Pick<OwnProps, 'work' | 'watch_path' | 'onChanged'> & { side: MemberSeries }) {
  const { user } = useAuth()
  const draft = reviewDraftStorage(user.id, work)
  const own = findMyReview(side, work)
  const may = own !== null || hasStartedWatching(side, work)
  const [writing, setWriting] = useState(() => may && draft.read() !== null)
  const [deleting, setDeleting] = useState(false)
  const part = useRef<HTMLDivElement>(null)

  /** What was pressed is gone: the focus goes to what came in its place. */
  function leaveForm() {
    setWriting(false)
    part.current?.focus({ preventScroll: true })
  }

  async function remove(id: number) {
    const { delete_title: title, delete_detail: detail, delete: yes } = reviewMessages
    if (deleting || !(await confirmDialog({ title, detail, yes }))) return
    setDeleting(true)
    try {
      await deleteReview(id).catch((error: unknown) => {
        // Gone by another tab's hand.
        if (!isApiError(error, 'not_found')) throw error
      })
      await ownReviewIs(work, null)
      onChanged()
      toasts.show(reviewMessages.deleted)
      part.current?.focus({ preventScroll: true })
    } catch (error) {
      toasts.show(errorMessage(error), 'danger')
    } finally {
      setDeleting(false)
    }
  }

  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      {writing ? (
        <Suspense fallback={<MyReviewSkeleton />}>
          <ReviewForm
            work={work}
            own={own}
            draft={draft}
            onCancel={leaveForm}
            onSaved={(review) => {
              void ownReviewIs(work, review).then(() => {
                leaveForm()
                onChanged()
              })
              toasts.show(own ? reviewMessages.saved_edit : reviewMessages.saved_new, 'good')
            }}
          />
        </Suspense>
      ) : own ? (
        <section
          aria-label={reviewMessages.own}
          className="mt-4 rounded-xl bg-surface p-5 inset-ring inset-ring-border"
        >
          <ReviewHead review={own} name={reviewMessages.own} />
          <ReviewText review={own} covered={false} />
          {own.helpful_count > 0 && (
            <p className="mt-2 text-sm text-foreground-subtle">
              {reviewMessages.own_helped(own.helpful_count)}
            </p>
          )}
          <div className="mt-3 flex gap-2">
            <Button onClick={() => setWriting(true)}>{reviewMessages.edit}</Button>
            <Button look="quiet" busy={deleting} onClick={() => void remove(own.id)}>
              {reviewMessages.delete}
            </Button>
          </div>
        </section>
      ) : may ? (
        <Panel title={reviewMessages.invite} detail={reviewMessages.invite_detail}>
          <Button look="outline" onClick={() => setWriting(true)}>
            {reviewMessages.write}
          </Button>
        </Panel>
      ) : (
        <Panel title={reviewMessages.not_begun} detail={reviewMessages.not_begun_detail}>
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
    <div className="mt-4 flex min-h-26 flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-xl bg-surface p-5 inset-ring inset-ring-border">
      <div className="min-w-0">
        <p className="text-base font-semibold">{title}</p>
        {detail && <p className="mt-1 text-sm text-foreground-subtle">{detail}</p>}
      </div>
      {children}
    </div>
  )
}

/** The form's scripts did not come. Nothing is typed yet, so the page may be loaded again. */
function ReviewUnavailable() {
  return (
    <Panel title={uiMessages.load_failed} detail={uiMessages.load_failed_detail}>
      <Button icon="retry" onClick={() => location.reload()}>
        {reviewMessages.retry}
      </Button>
    </Panel>
  )
}
