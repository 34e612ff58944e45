import { formatDate } from '#web/lib/format.ts'
import { reviewMessages } from './messages.ko.ts'
import type { Review } from '#contract/contents/reviews.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { StarRating } from '#web/ui/base/star-rating.tsx'
import { useEffect, useId, useRef, useState } from 'react'

/** Who, how many stars, when. */
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

/** The text as it was typed. A spoiler is not in the page at all until it is asked for; a long one begins short. */
export function ReviewText({ review, covered }: { review: Review; covered: boolean }) {
  const id = useId()
  const text = useRef<HTMLParagraphElement>(null)
  const [open, setOpen] = useState(false)
  const [whole, setWhole] = useState(false)
  const [cut, setCut] = useState(false)
  const shown = !covered || open

  // What does not fit depends on the width: a phone turned over may show all of it.
  useEffect(() => {
    const element = text.current
    if (!element || whole) return
    const watcher = new ResizeObserver(() =>
      setCut(element.scrollHeight > element.clientHeight + 1),
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [whole])

  return (
    <div className="mt-2 max-w-3xl">
      {covered && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-surface px-4 py-1.5">
          <p className="text-sm text-foreground-subtle">{reviewMessages.spoiler}</p>
          <Button
            look="quiet"
            className="-mx-3 px-3! text-sm!"
            icon="eye"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? reviewMessages.cover : reviewMessages.uncover}
          </Button>
        </div>
      )}
      <p
        ref={text}
        id={id}
        hidden={!shown}
        className={`text-base wrap-anywhere whitespace-pre-wrap text-foreground-muted ${covered ? 'mt-3' : ''} ${whole || !shown ? '' : 'line-clamp-6'}`}
      >
        {shown && review.context}
      </p>
      {shown && (cut || whole) && (
        <button
          type="button"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-foreground-subtle hover:text-foreground"
        >
          {whole ? reviewMessages.less : reviewMessages.more}
        </button>
      )}
    </div>
  )
}
