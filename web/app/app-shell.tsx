import { frameCopy } from './messages.ko.ts'
import { ModalStack } from '#web/ui/dialog/dialog.tsx'
import { SpinnerOverlay } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastRegion } from '#web/ui/feedback/toasts.tsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BottomBar } from './layouts/bottom-navigation.tsx'
import { Footer } from './layouts/site-footer.tsx'
import { LogoHeader, StandardHeader } from './layouts/site-header.tsx'
import { frameKind } from './layout-kind.ts'
import { useKeptFocus } from './route-effects.tsx'
import { useLateFont } from './route-effects.tsx'
import { OfflineNotice } from './offline-banner.tsx'
import { PageAnnouncer } from './route-effects.tsx'

/**
 * What stands around every page. `startup` asks at the start who is there, `search` and `member` are filled by the features
 * that know; `failed` is an error screen, which has ways on even where the page that failed would be bare.
 */
export function Frame({
  search,
  member,
  startup,
  failed = false,
  children,
}: {
  search: ReactNode
  member: ReactNode
  startup: ReactNode
  failed?: boolean
  children: ReactNode
}) {
  const wanted = frameKind(useLocation().pathname)
  const isBare = wanted === 'film' || wanted === 'studio'
  const kind = failed && isBare ? 'standard' : wanted
  useKeptFocus()
  useLateFont()
  return (
    <>
      {kind === 'film' || kind === 'studio' ? (
        children
      ) : (
        <>
          <a
            href="#main"
            className="fixed top-2 left-2 z-skip-link -translate-y-24 rounded-lg bg-gam px-5 py-3 font-bold text-on-gam focus:translate-y-0"
          >
            {frameCopy.skip}
          </a>
          {kind === 'logo' ? <LogoHeader /> : <StandardHeader search={search} member={member} />}
          <main id="main" tabIndex={-1} className="grow pb-16 outline-none md:pb-24">
            {children}
          </main>
          <Footer />
          {kind === 'standard' && <BottomBar />}
        </>
      )}
      <PageAnnouncer />
      <OfflineNotice kind={kind} />
      {startup}
      <ToastRegion />
      <ModalStack />
      <SpinnerOverlay />
    </>
  )
}
