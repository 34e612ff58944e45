import type { MemberSeries } from '#contract/contents/playback.ts'
import { errorCopy } from '#web/app/messages.ko.ts'
import { reviewCopy } from './messages.ko.ts'
import { auth, useAuth } from '#web/session/auth-store.ts'
import { isRefused, wordsOf } from '#web/api/error-message.ts'
import { deleteReview, hasBegun, ownReview, ownReviewIs, type Reviewed } from './queries.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmed } from '#web/ui/dialog/confirm-dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { draftOf } from './review-draft.ts'
import { ReviewHead, ReviewText } from './review-body.tsx'
import { OwnSkeleton } from './reviews-skeleton.tsx'

/** The form comes with the contract's own checks, to those who write. */
const ReviewForm = lazy(() =>
  import('./review-form.tsx').then(
    (module) => ({ default: module.ReviewForm }),
    () => ({ default: NoForm }),
  ),
)

type OwnProps = {
  work: Reviewed
  side: MemberSeries | undefined
  failed: boolean
  onRetry: () => void
  watch_path: string | null
  signIn: () => Promise<boolean>
  /** The figures of the work are others now. */
  onChanged: () => void
}

/** What the one who looks has to say himself, or what is between him and saying it. */
export function OwnPart({ work, side, failed, onRetry, watch_path, signIn, onChanged }: OwnProps) {
  const { state } = useAuth()
  if (state === 'failed' || failed)
    return (
      <Panel title={reviewCopy.own_failed}>
        <Button icon="retry" onClick={() => (state === 'failed' ? void auth.check() : onRetry())}>
          {reviewCopy.retry}
        </Button>
      </Panel>
    )
  if (state === 'signed_out')
    return (
      <Panel title={reviewCopy.invite} detail={reviewCopy.invite_detail}>
        <Button look="outline" onClick={() => void signIn()}>
          {reviewCopy.sign_in}
        </Button>
      </Panel>
    )
  if (!side) return <OwnSkeleton />
  return <MemberPart work={work} side={side} watch_path={watch_path} onChanged={onChanged} />
}

function MemberPart({
  work,
  side,
  watch_path,
  onChanged,
}: Pick<OwnProps, 'work' | 'watch_path' | 'onChanged'> & { side: MemberSeries }) {
  const { user } = useAuth()
  const draft = draftOf(user.id, work)
  const own = ownReview(side, work)
  const may = own !== null || hasBegun(side, work)
  const [writing, setWriting] = useState(() => may && draft.read() !== null)
  const [deleting, setDeleting] = useState(false)
  const part = useRef<HTMLDivElement>(null)

  /** What was pressed is gone: the focus goes to what came in its place. */
  function leaveForm() {
    setWriting(false)
    part.current?.focus({ preventScroll: true })
  }

  async function remove(id: number) {
    const { delete_title: title, delete_detail: detail, delete: yes } = reviewCopy
    if (deleting || !(await confirmed({ title, detail, yes }))) return
    setDeleting(true)
    try {
      await deleteReview(id).catch((error: unknown) => {
        // Gone by another tab's hand.
        if (!isRefused(error, 'not_found')) throw error
      })
      await ownReviewIs(work, null)
      onChanged()
      toasts.show(reviewCopy.deleted)
      part.current?.focus({ preventScroll: true })
    } catch (error) {
      toasts.show(wordsOf(error), 'danger')
    } finally {
      setDeleting(false)
    }
  }

  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      {writing ? (
        <Suspense fallback={<OwnSkeleton />}>
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
              toasts.show(own ? reviewCopy.saved_edit : reviewCopy.saved_new, 'good')
            }}
          />
        </Suspense>
      ) : own ? (
        <section
          aria-label={reviewCopy.own}
          className="mt-4 rounded-xl bg-surface p-5 inset-ring inset-ring-line"
        >
          <ReviewHead review={own} name={reviewCopy.own} />
          <ReviewText review={own} covered={false} />
          {own.helpful_count > 0 && (
            <p className="mt-2 text-sm text-paper-3">{reviewCopy.own_helped(own.helpful_count)}</p>
          )}
          <div className="mt-3 flex gap-2">
            <Button onClick={() => setWriting(true)}>{reviewCopy.edit}</Button>
            <Button look="quiet" busy={deleting} onClick={() => void remove(own.id)}>
              {reviewCopy.delete}
            </Button>
          </div>
        </section>
      ) : may ? (
        <Panel title={reviewCopy.invite} detail={reviewCopy.invite_detail}>
          <Button look="outline" onClick={() => setWriting(true)}>
            {reviewCopy.write}
          </Button>
        </Panel>
      ) : (
        <Panel title={reviewCopy.not_begun} detail={reviewCopy.not_begun_detail}>
          {watch_path && (
            <ButtonLink to={watch_path} icon="play">
              {reviewCopy.watch}
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
    <div className="mt-4 flex min-h-26 flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-xl bg-surface p-5 inset-ring inset-ring-line">
      <div className="min-w-0">
        <p className="text-base font-semibold">{title}</p>
        {detail && <p className="mt-1 text-sm text-paper-3">{detail}</p>}
      </div>
      {children}
    </div>
  )
}

/** The form's scripts did not come. Nothing is typed yet, so the page may be loaded again. */
function NoForm() {
  return (
    <Panel title={errorCopy.load_failed} detail={errorCopy.load_failed_detail}>
      <Button icon="retry" onClick={() => location.reload()}>
        {reviewCopy.retry}
      </Button>
    </Panel>
  )
}
