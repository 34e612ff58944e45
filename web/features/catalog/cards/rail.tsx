import { cardMessages } from './messages.ko.ts'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/base/icon.tsx'

const widths = {
  poster: 'w-(--card-poster-width)',
  rank: '',
  landscape: 'w-(--card-landscape-width)',
  portrait: 'w-(--card-portrait-width)',
} as const

type RailProps = {
  title: string
  subtitle?: string
  /** Path of the complete list. */
  to?: string
  cardShape: keyof typeof widths
  /** Below the first screens: starts with fewer cards. */
  isDeferred?: boolean
  /** Cards with keys. An empty rail renders nothing (D-34). */
  children: readonly ReactNode[]
}

/**
 * Number of cards rendered initially: what a wide screen shows near the top, what a phone shows further down. The
 * rest is rendered when the rail comes near, since most cards of a long page are never reached.
 */
const initialCounts = { poster: 8, rank: 7, landscape: 6, portrait: 8 }
const deferredInitialCount = 4

const linksIn = (rail: Element) => [
  ...rail.querySelectorAll<HTMLAnchorElement>('li a:not([tabindex="-1"])'),
]

/** Moves the focus with arrow keys: sideways within the rail, up and down between rails. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const rail = event.currentTarget
  const links = linksIn(rail)
  const index = links.indexOf(event.target as HTMLAnchorElement)
  if (index < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const rails = [...document.querySelectorAll('[data-rail]')]
  const linkInAdjacentRail = (step: number) => {
    const next = rails[rails.indexOf(rail) + step]
    const nextLinks = next ? linksIn(next) : []
    return nextLinks[Math.min(index, nextLinks.length - 1)]
  }
  const targets: Record<string, () => HTMLAnchorElement | undefined> = {
    ArrowRight: () => links[index + 1],
    ArrowLeft: () => links[index - 1],
    Home: () => links[0],
    End: () => links.at(-1),
    ArrowDown: () => linkInAdjacentRail(1),
    ArrowUp: () => linkInAdjacentRail(-1),
  }
  const target = targets[event.key]?.()
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

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

/** A titled, horizontally scrolling list of cards: by touch, wheel, edge buttons or arrow keys. */
export function Rail({ title, subtitle, to, cardShape, isDeferred = false, children }: RailProps) {
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLUListElement>(null)
  const [canScroll, setCanScroll] = useState({ left: false, right: false })
  const initialCount = isDeferred ? deferredInitialCount : initialCounts[cardShape]
  const [isComplete, setIsComplete] = useState(children.length <= initialCount)

  useEffect(() => {
    if (isComplete || !section.current) return
    const fill = () => setIsComplete(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && scheduleFill(fill),
      { rootMargin: '40% 0px' },
    )
    observer.observe(section.current)
    return () => {
      observer.disconnect()
      pendingFills.delete(fill)
    }
  }, [isComplete])

  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const update = () => {
      // A restored scroll position needs all cards at once.
      if (list.scrollLeft > 0) setIsComplete(true)
      const remaining = list.scrollWidth - list.clientWidth - list.scrollLeft
      setCanScroll((current) => {
        const left = list.scrollLeft > 8
        const right = remaining > 8
        return current.left === left && current.right === right ? current : { left, right }
      })
    }
    const resizeObserver = new ResizeObserver(update)
    resizeObserver.observe(list)
    list.addEventListener('scroll', update, { passive: true })
    return () => {
      resizeObserver.disconnect()
      list.removeEventListener('scroll', update)
    }
  }, [isComplete])

  if (children.length === 0) return null
  const scrollPage = (direction: 1 | -1) =>
    scroller.current?.scrollBy({
      left: direction * scroller.current.clientWidth * 0.82,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })

  return (
    <section ref={section} data-rail={cardShape} aria-label={title} onKeyDown={moveFocus}>
      <div className="page-gutter mb-3 flex min-h-11 items-end justify-between gap-4 md:mb-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg font-bold md:text-2xl">{title}</h2>
          {subtitle && <p className="text-xs text-foreground-subtle md:text-sm">{subtitle}</p>}
        </div>
        {to && (
          <Link
            to={to}
            aria-label={cardMessages.more_of(title)}
            className="-my-2 flex min-h-11 shrink-0 items-center gap-0.5 text-sm text-foreground-subtle transition-colors duration-(--duration-fast) hover:text-foreground"
          >
            {cardMessages.more}
            <Icon name="chevron_right" className="size-4" />
          </Link>
        )}
      </div>
      <div className="group/row relative">
        <ul ref={scroller} className="rail-scroller">
          {(isComplete ? children : children.slice(0, initialCount)).map((child, index) => (
            // The order does not change while the rail is mounted.
            <li key={index} className={widths[cardShape]}>
              {child}
            </li>
          ))}
        </ul>
        {canScroll.left && <Edge side="left" onClick={() => scrollPage(-1)} />}
        {canScroll.right && <Edge side="right" onClick={() => scrollPage(1)} />}
      </div>
    </section>
  )
}

/** For hovering pointers only; touch scrolls and the keyboard moves between the cards. */
function Edge({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={side === 'left' ? cardMessages.scroll_left : cardMessages.scroll_right}
      onClick={onClick}
      className={`absolute -inset-y-2 z-action hidden w-(--page-gutter) items-center justify-center overflow-hidden text-foreground opacity-0 transition-opacity duration-(--duration-fast) group-hover/row:opacity-100 hover:text-accent-bright pointer-fine:flex ${
        side === 'left'
          ? 'left-0 bg-linear-to-r from-background via-background/85 to-transparent'
          : 'right-0 bg-linear-to-l from-background via-background/85 to-transparent'
      }`}
    >
      <Icon name={`chevron_${side}`} className="size-8" />
    </button>
  )
}
