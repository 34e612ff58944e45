import { appMessages } from './messages.ko.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BottomNavigation } from './layouts/bottom-navigation.tsx'
import { SiteFooter } from './layouts/site-footer.tsx'
import { LogoHeader, SiteHeader } from './layouts/site-header.tsx'
import { layoutKindOf } from './layout-kind.ts'
import { LazyOverlays } from './lazy-overlays.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import {
  RouteAnnouncer,
  useDeferredFont,
  useEarlyPressReplay,
  useFocusRestoration,
} from './route-effects.tsx'

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
            className="fixed top-2 left-2 z-skip-link -translate-y-24 rounded-lg bg-accent px-5 py-3 font-bold text-on-accent focus:translate-y-0"
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
      <OfflineBanner kind={kind} />
      {startup}
      <LazyOverlays />
    </>
  )
}
