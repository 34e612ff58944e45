import { useRailKeys } from '#web/features/catalog/cards/rail-controls.tsx'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { LazyCardLikeOverlay } from '#web/features/library/wishlist/lazy-card-like-overlay.tsx'
import { DialogHost } from '#web/ui/dialog/dialog.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'
import { EpisodeSkeleton, GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { RailSkeleton } from '#web/features/catalog/cards/rail.tsx'
import { navigationEvent, type NavigationHold } from '#web/routing/connection.ts'
import { useDestinationPath } from '#web/routing/router-destination.ts'
import { LoadingOverlay } from '#web/ui/feedback/loading-overlay.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/** Everything above the page, and the arrow keys of rails. @param press a touch in progress. */
export function Overlays({ press }: { press: PointerEvent | undefined }) {
  useRailKeys()
  return (
    <>
      <LazyCardLikeOverlay signIn={openLoginDialog} press={press} />
      <ToastRegion />
      <DialogHost />
      <NavigationFeedback />
    </>
  )
}

/** The layouts of destinations that have a skeleton of their own. */
type SkeletonKind = 'home' | 'title' | 'grid' | 'list' | 'player'

const kinds: readonly (readonly [RegExp, SkeletonKind])[] = [
  [/^\/$/, 'home'],
  [/^\/(?:series|people)\//, 'title'],
  [/^\/(?:categories|search)(?:\/|$)/, 'grid'],
  [/^\/(?:video\/|shorts$)/, 'player'],
  [/^\/(?:customer-service|terms|mypage)(?:\/|$)/, 'list'],
]

/** The part of the address that stays while one moves within a page, such as between seasons or tabs. */
const placeOf = (pathname: string, kind: SkeletonKind | undefined) =>
  pathname.split('/', kind === 'title' ? 3 : 2).join('/')

const kindOf = (pathname: string) => kinds.find(([pattern]) => pattern.test(pathname))?.[1]

/** @returns undefined if the page stays while the next one loads: it shares most of its screen, or has no skeleton. */
export function skeletonKindOf(from: string, to: string): SkeletonKind | undefined {
  const kind = kindOf(to)
  return kind !== undefined && placeOf(from, kindOf(from)) === placeOf(to, kind) ? undefined : kind
}

/**
 * Shown while anything is pending: the overlay with the spinner, and below it the outline of the next page if one leaves this
 * one. A page that cannot be left, because the server cannot be reached, has no outline on it.
 */
function NavigationFeedback() {
  const { pathname } = useLocation()
  const destination = useDestinationPath()
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    const update = (event: Event) =>
      setIsHeld((event as CustomEvent<NavigationHold>).detail === 'held')
    addEventListener(navigationEvent, update)
    return () => removeEventListener(navigationEvent, update)
  }, [])
  const kind = isHeld ? undefined : skeletonKindOf(pathname, destination)
  return (
    <>
      {kind && (
        <div
          data-skeleton={kind}
          className="appear-delayed fixed inset-0 z-sticky-raised overflow-hidden bg-background"
        >
          {skeletons[kind]}
        </div>
      )}
      <LoadingOverlay isDimmed={!kind} />
    </>
  )
}

const belowHeader = 'pt-[calc(var(--header-height)+1rem)] md:pt-[calc(var(--header-height)+2.5rem)]'
const heading = <div className="shimmer mb-6 h-8 w-44 rounded-md" />

const skeletons: Record<SkeletonKind, ReactNode> = {
  home: (
    <div aria-hidden="true" className="space-y-10">
      <div className="shimmer h-[56vh] w-full" />
      <RailSkeleton cards={6} />
      <RailSkeleton cards={6} />
    </div>
  ),
  title: (
    <div aria-hidden="true">
      <div className="shimmer h-[62vw] max-h-[44rem] min-h-56 md:h-[46vw]" />
      <div className="page-gutter relative -mt-[16vw]">
        <div className="shimmer h-10 w-64 max-w-full rounded-md" />
        <div className="shimmer mt-4 h-4 w-80 max-w-full rounded-sm" />
        <div className="shimmer mt-6 h-13 rounded-lg md:w-64" />
        <div className="mt-8">
          <EpisodeSkeleton />
          <EpisodeSkeleton />
          <EpisodeSkeleton />
        </div>
      </div>
    </div>
  ),
  grid: (
    <div aria-hidden="true" className={`page-gutter ${belowHeader}`}>
      {heading}
      <GridSkeleton cards={18} />
    </div>
  ),
  list: (
    <div aria-hidden="true" className={`page-gutter mx-auto max-w-[72rem] ${belowHeader}`}>
      {heading}
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="border-b border-border py-4">
          <div className="shimmer h-4 w-3/5 rounded-sm" />
          <div className="shimmer mt-3 h-3 w-1/3 rounded-sm" />
        </div>
      ))}
    </div>
  ),
  player: <div className="size-full bg-background-deep" />,
}
