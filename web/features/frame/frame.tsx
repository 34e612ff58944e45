import { frameCopy } from '#web/copy/frame.ts'
import { ModalStack } from '#web/ui/modal.tsx'
import { SpinnerOverlay } from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { LogoHeader, StandardHeader } from './header.tsx'
import { frameKind } from './kind.ts'
import { useKeptFocus } from './kept-focus.ts'
import { useLateFont } from './late-font.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PageAnnouncer } from './page-announcer.tsx'

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
