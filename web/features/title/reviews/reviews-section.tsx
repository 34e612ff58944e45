import type { ReviewsProps } from './reviews-props.ts'
import { formatRating } from '#web/lib/format.ts'
import { reviewMessages } from './messages.ko.ts'
import { useRatingSummary } from '#web/session/use-member-content.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { StarRating } from '#web/ui/base/five-stars.tsx'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { reviewsAnchor } from './review-params.ts'
import { ReviewsSkeleton } from './reviews-skeleton.tsx'
import { SectionHeading } from '#web/ui/layout/headings.tsx'

/**
 * The reviews of a title. The heading is rendered by the server; the rest loads when scrolled near, since pages
 * are read far more often than reviews.
 */
export function ReviewsSection({
  average: page_average,
  count: page_count,
  ...rest
}: Omit<ReviewsProps, 'onChanged'> & { average: number | null }) {
  const page = { average: page_average, count: page_count }
  const { average, count } = useRatingSummary(rest.target, page)
  const props = {
    ...rest,
    count,
    // On failure the page's own figures remain.
    onChanged: () =>
      void import('#web/session/member-content-queries.ts')
        .then(({ refetchRatingSummary }) => refetchRatingSummary(rest.target, page))
        .catch(() => undefined),
  }
  const section = useRef<HTMLElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [Body, setBody] = useState<ComponentType<ReviewsProps>>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (!section.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      // A share of the screen: 500 px was the whole of most pages on a phone.
      { rootMargin: '40% 0px' },
    )
    observer.observe(section.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isNear || hasFailed) return
    import('./reviews-panel.tsx').then(
      (module) => setBody(() => module.ReviewsPanel),
      () => setHasFailed(true),
    )
  }, [isNear, hasFailed])

  return (
    <section
      ref={section}
      id={reviewsAnchor}
      aria-labelledby="reviews-title"
      className="page-gutter mt-12 scroll-mt-[calc(var(--header-height)+1rem)] md:mt-16"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SectionHeading id="reviews-title">
          {reviewMessages.title}{' '}
          {count > 0 && (
            <span className="ml-1 text-base font-semibold text-foreground-subtle tabular-nums md:text-lg">
              {reviewMessages.count(count)}
            </span>
          )}
        </SectionHeading>
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
      ) : hasFailed ? (
        <ErrorState title={reviewMessages.failed} onRetry={() => setHasFailed(false)} />
      ) : (
        <ReviewsSkeleton target={props.target} count={count} />
      )}
    </section>
  )
}
