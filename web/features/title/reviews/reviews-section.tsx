import type { ReviewsProps } from './reviews-props.ts'
import { formatRating } from '#web/lib/format.ts'
import { reviewMessages } from './messages.ko.ts'

import { refetchRatingSummary, useRatingSummary } from '#web/session/rating-summary.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { StarRating } from '#web/ui/base/star-rating.tsx'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { reviewsAnchor } from './review-params.ts'
import { ReviewsSkeleton } from './reviews-skeleton.tsx'

/**
 * What others think of a work (D-60). The heading comes with the page, the rest with its scripts when one comes near:
 * pages are read far more often than reviews.
 */
export function ReviewsSection({
  average: page_average,
  count: page_count,
  ...rest
}: Omit<ReviewsProps, 'onChanged'> & { average: number | null }) {
  const page = { average: page_average, count: page_count }
  const { average, count } = useRatingSummary(rest.work, page)
  const props = {
    ...rest,
    count,
    // Where they cannot be read, those of the page stand a little longer.
    onChanged: () => void refetchRatingSummary(rest.work, page).catch(() => undefined),
  }
  const section = useRef<HTMLElement>(null)
  const [near, setNear] = useState(false)
  const [Body, setBody] = useState<ComponentType<ReviewsProps>>()
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!section.current) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '500px 0px' },
    )
    watcher.observe(section.current)
    return () => watcher.disconnect()
  }, [])

  useEffect(() => {
    if (!near || failed) return
    import('./reviews-panel.tsx').then(
      (module) => setBody(() => module.ReviewsPanel),
      () => setFailed(true),
    )
  }, [near, failed])

  return (
    <section
      ref={section}
      id={reviewsAnchor}
      aria-labelledby="reviews-title"
      className="page-gutter mt-12 scroll-mt-[calc(var(--header-height)+1rem)] md:mt-16"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="reviews-title" className="text-lg font-bold md:text-2xl">
          {reviewMessages.title}{' '}
          {count > 0 && (
            <span className="ml-1 text-base font-semibold text-foreground-subtle tabular-nums md:text-lg">
              {reviewMessages.count(count)}
            </span>
          )}
        </h2>
        {average !== null && (
          <p className="flex items-center gap-2">
            <StarRating value={average} className="size-5" />
            <span aria-hidden="true" className="text-lg font-bold tabular-nums">
              {formatRating(average)}
            </span>
          </p>
        )}
      </div>
      {Body ? (
        <Body {...props} />
      ) : failed ? (
        <ErrorState title={reviewMessages.failed} onRetry={() => setFailed(false)} />
      ) : (
        <ReviewsSkeleton work={props.work} count={count} />
      )}
    </section>
  )
}
