import { logoHeaderPath } from '#contract/core/constants.ts'
import { appMessages } from './messages.ko.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BottomNavigation, LogoHeader, SiteHeader } from './layouts/site-navigation.tsx'
import { SiteFooter } from './layouts/site-footer.tsx'
import { LazyOverlays } from './lazy-overlays.tsx'
import { OfflineSupport } from './offline/offline-support.tsx'
import { NavigationSkeleton, SkeletonTemplate } from './navigation-skeleton.tsx'
import {
  RouteAnnouncer,
  useDeferredFont,
  useEarlyPressReplay,
  useFocusRestoration,
} from './route-effects.tsx'
import { isVideoPath } from '#web/routing/paths.ts'

type LayoutKind = 'standard' | 'logo_only' | 'player' | 'studio' | 'bare'

/**
 * Returns the layout of a path: only the logo where the path begins with /accounts or /terms, no header in the player, the
 * studio and the states of the showcase (decisions/0001-specification-deviations), and the standard header elsewhere,
 * which error pages have instead of none.
 */
export function layoutKindOf(pathname: string, isErrorPage = false): LayoutKind {
  if (logoHeaderPath.test(pathname)) return 'logo_only'
  if (isErrorPage) return 'standard'
  if (/^\/studio(\/|$)/.test(pathname)) return 'studio'
  if (/^\/test(\/[^/]+){2}/.test(pathname)) return 'bare'
  return isVideoPath(pathname) ? 'player' : 'standard'
}

/**
 * The layout of every page. The root route passes `search`, `member` and `startup`, the session check, from their features.
 * `isErrorPage` shows header and footer even on paths without them.
 */
export function AppShell({
  search,
  member,
  startup,
  isErrorPage,
  children,
}: {
  search: ReactNode
  member: ReactNode
  startup: ReactNode
  isErrorPage?: boolean
  children: ReactNode
}) {
  const kind = layoutKindOf(useLocation().pathname, isErrorPage)
  useFocusRestoration()
  useDeferredFont()
  useEarlyPressReplay()
  return (
    <>
      {kind === 'standard' || kind === 'logo_only' ? (
        <>
          <a
            href="#main"
            className="fixed top-2 left-2 z-skip-link -translate-y-24 rounded-control bg-accent px-5 py-3 font-bold text-on-accent focus:translate-y-0"
          >
            {appMessages.skip}
          </a>
          {kind === 'logo_only' ? <LogoHeader /> : <SiteHeader search={search} member={member} />}
          <main id="main" tabIndex={-1} className="grow pb-16 outline-none md:pb-24">
            {children}
          </main>
          <SiteFooter />
          {kind === 'standard' && <BottomNavigation />}
        </>
      ) : (
        children
      )}
      <RouteAnnouncer />
      <OfflineSupport isPlayer={kind === 'player'} />
      {startup}
      <NavigationSkeleton />
      <SkeletonTemplate />
      <LazyOverlays />
    </>
  )
}
