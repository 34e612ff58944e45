import { formatDate } from '#web/lib/format.ts'
import { reviewMessages } from './messages.ko.ts'
import type { Review } from '#contract/contents/reviews.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { StarRating } from '#web/ui/base/five-stars.tsx'
import { useEffect, useId, useRef, useState } from 'react'

/** The author, rating and date of a review. */
export function ReviewHead({ review, name }: { review: Review; name: string }) {
  const { rating, created_at, updated_at, is_spoiler } = review
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-semibold">{name}</span>
      <StarRating value={rating} className="size-4" />
      <span className="flex items-center gap-1.5 text-foreground-subtle tabular-nums">
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
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-surface px-4 py-1.5">
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
