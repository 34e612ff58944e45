import { appMessages } from './messages.ko.ts'
import { DialogHost } from '#web/ui/dialog/dialog.tsx'
import { LoadingOverlay } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastRegion } from '#web/ui/feedback/toasts.tsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BottomNavigation } from './layouts/bottom-navigation.tsx'
import { SiteFooter } from './layouts/site-footer.tsx'
import { LogoHeader, SiteHeader } from './layouts/site-header.tsx'
import { layoutKindOf } from './layout-kind.ts'
import { useFocusRestoration } from './route-effects.tsx'
import { useDeferredFont } from './route-effects.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { RouteAnnouncer } from './route-effects.tsx'

/**
 * What stands around every page. `startup` asks at the start who is there, `search` and `member` are filled by the features
 * that know; `failed` is an error screen, which has ways on even where the page that failed would be bare.
 */
export function AppShell({
  search,
  member,
  startup,
  isErrorPage: failed = false,
  children,
}: {
  search: ReactNode
  member: ReactNode
  startup: ReactNode
  isErrorPage?: boolean
  children: ReactNode
}) {
  const wanted = layoutKindOf(useLocation().pathname)
  const isBare = wanted === 'player' || wanted === 'studio'
  const kind = failed && isBare ? 'standard' : wanted
  useFocusRestoration()
  useDeferredFont()
  return (
    <>
      {kind === 'player' || kind === 'studio' ? (
        children
      ) : (
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
      )}
      <RouteAnnouncer />
      <OfflineBanner kind={kind} />
      {startup}
      <ToastRegion />
      <DialogHost />
      <LoadingOverlay />
    </>
  )
}
