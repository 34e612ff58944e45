import { imageSrcset, imageUrlAtWidth } from '#contract/core/images.ts'
import { cardMessages } from './messages.ko.ts'
import { isValidElement, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/base/icon.tsx'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'

/** For pointers; loaded when one enters a rail. */
const RailEdges = lazyOrNothing(() =>
  import('./rail-controls.tsx').then(({ RailEdges }) => RailEdges),
)

const widths = {
  poster: 'w-(--card-poster-width)',
  rank: '',
  landscape: 'w-(--card-landscape-width)',
  portrait: 'w-(--card-portrait-width)',
  person: 'w-(--card-person-width)',
} as const

type RailProps = {
  title: string
  subtitle?: string
  /** Path of the complete list. */
  to?: string
  cardShape: keyof typeof widths
  /** A wide picture of the theme, behind the heading and the cards. */
  backdrop_url?: string | null
  backdrop_color?: string
  /** Below the first screens: starts with fewer cards. */
  isDeferred?: boolean
  /** Called with the section once it is rendered. Returns a cleanup. */
  onMount?: (section: Element) => () => void
  /** Cards with keys. An empty rail renders nothing. */
  children: readonly ReactNode[]
}

/**
 * Number of cards rendered initially: what a wide screen shows near the top, what a phone shows further down. The
 * rest is rendered when the rail comes near, since most cards of a long page are never reached.
 */
const initialCounts = { poster: 8, rank: 7, landscape: 6, portrait: 8, person: 10 }
const deferredInitialCount = 4

/** Rails near the viewport that are not complete yet. */
const pendingFills = new Set<() => void>()
let isFilling = false

/** Completes one rail per idle period, because filling several at once would be one long task. */
function scheduleFill(fill: () => void) {
  pendingFills.add(fill)
  if (isFilling) return
  isFilling = true
  const next = () => {
    const [rail] = pendingFills
    isFilling = rail !== undefined
    if (!rail) return
    pendingFills.delete(rail)
    rail()
    runWhenIdle(next)
  }
  runWhenIdle(next)
}

/** Safari before 26 has no idle callbacks. */
const runWhenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 500 }) : setTimeout(run, 50)

/** A titled, horizontally scrolling list of cards: by touch, wheel, edge buttons or arrow keys (`rail-controls.tsx`). */
export function Rail({
  title,
  subtitle,
  to,
  cardShape,
  backdrop_url,
  backdrop_color,
  isDeferred = false,
  onMount,
  children,
}: RailProps) {
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLUListElement>(null)
  const [isPointed, setIsPointed] = useState(false)
  const initialCount = isDeferred ? deferredInitialCount : initialCounts[cardShape]
  const [isComplete, setIsComplete] = useState(children.length <= initialCount)

  useEffect(() => {
    if (isComplete || !section.current) return
    const fill = () => setIsComplete(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        // A restored scroll position needs all cards at once. Reading it earlier would lay out rails that are not rendered.
        if (scroller.current?.scrollLeft) fill()
        else scheduleFill(fill)
      },
      { rootMargin: '40% 0px' },
    )
    observer.observe(section.current)
    return () => {
      observer.disconnect()
      pendingFills.delete(fill)
    }
  }, [isComplete])

  useEffect(() => (section.current ? onMount?.(section.current) : undefined), [onMount])

  if (children.length === 0) return null
  return (
    <section
      ref={section}
      data-rail={cardShape}
      aria-label={title}
      {...(backdrop_url && { 'data-theme-picture': '' })}
    >
      {backdrop_url && (
        <img
          src={imageUrlAtWidth(backdrop_url, 'backdrop', 800)}
          srcSet={imageSrcset(backdrop_url, 'backdrop')}
          sizes="(min-width: 48rem) 60vw, 100vw"
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="theme-picture"
          style={{ backgroundColor: backdrop_color }}
        />
      )}
      <div className="page-gutter mb-3 flex min-h-11 items-end justify-between gap-4 md:mb-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg font-bold md:text-2xl">{title}</h2>
          {subtitle && <p className="text-xs text-foreground-subtle md:text-sm">{subtitle}</p>}
        </div>
        {to && (
          <Link
            to={to}
            aria-label={cardMessages.more_of(title)}
            className="-my-2 flex min-h-11 shrink-0 items-center gap-1 text-sm text-foreground-subtle transition-colors duration-(--duration-fast) hover:text-foreground"
          >
            {cardMessages.more}
            <Icon name="chevron_right" className="size-4" />
          </Link>
        )}
      </div>
      <div className="group/row relative" onPointerEnter={() => setIsPointed(true)}>
        <ul ref={scroller} className="rail-scroller" onScroll={() => setIsComplete(true)}>
          {(isComplete ? children : children.slice(0, initialCount)).map((child, index) => (
            // By the card's own key: a card that is removed leaves the others as they are.
            <li key={keyOf(child) ?? index} className={widths[cardShape]}>
              {child}
            </li>
          ))}
        </ul>
        {isPointed && (
          <Suspense>
            <RailEdges scroller={scroller} isComplete={isComplete} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

const keyOf = (child: ReactNode) => (isValidElement(child) ? child.key : null)

/** A placeholder with the size of a loaded rail of landscape cards. Hidden from screen readers. */
export function RailSkeleton({ cards }: { cards: number }) {
  return (
    <div aria-hidden="true">
      <div className="page-gutter mb-4 flex min-h-11 items-end">
        <div className="shimmer h-6 w-40 rounded-control" />
      </div>
      <div className="rail-scroller overflow-hidden">
        {Array.from({ length: cards }, (_, index) => (
          <div key={index} className="w-(--card-landscape-width)">
            <div className="shimmer aspect-video rounded-card" />
            <div className="shimmer mt-3 h-4 w-3/5 rounded-control" />
            <div className="shimmer mt-2 h-3 w-4/5 rounded-control" />
          </div>
        ))}
      </div>
    </div>
  )
}
