import { useAuth } from '#web/session/auth-store.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { isVideoPath } from '#web/routing/paths.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { demonstrationMessages as messages } from './messages.ko.ts'
import { useDemonstration, useDemonstrationSignIn } from './use-demonstration.ts'

/** Key in `localStorage` that records that the line is folded away. */
const foldedKey = 'hanpyeon.demonstration-folded'

function readFolded(): boolean {
  try {
    return localStorage.getItem(foldedKey) !== null
  } catch {
    return false
  }
}

function storeFolded(isFolded: boolean) {
  try {
    if (isFolded) localStorage.setItem(foldedKey, '')
    else localStorage.removeItem(foldedKey)
  } catch {
    // Without storage it is shown again on the next page.
  }
}

const itemClass =
  'inline-flex min-h-11 shrink-0 items-center px-2 text-xs font-semibold whitespace-nowrap hover:text-accent-bright sm:px-3'

/** Says that this is a demonstration and leads to its accounts, its mail and its studio. Folds to a small button. */
export function DemonstrationLine() {
  const accounts = useDemonstration()
  const { state } = useAuth()
  const [isFolded, setIsFolded] = useState(readFolded)
  const viewer = useDemonstrationSignIn(false)
  const staff = useDemonstrationSignIn(true)
  const { pathname } = useLocation()
  // The player and the states of the showcase fill the screen.
  if (!accounts || isVideoPath(pathname) || pathname.startsWith('/test/')) return null
  const fold = (next: boolean) => {
    storeFolded(next)
    setIsFolded(next)
  }
  return (
    <aside
      aria-label={messages.service}
      className="fixed in-data-tv:hidden bottom-[calc(var(--bottom-nav-height)+0.5rem)] left-2 z-header flex max-w-[calc(100vw-1rem)] items-center rounded-full bg-surface-raised px-1 text-foreground-muted shadow-float md:bottom-3 md:left-3"
    >
      {isFolded ? (
        <button
          type="button"
          aria-expanded="false"
          aria-label={messages.unfold}
          className={`${itemClass} min-w-11 cursor-pointer justify-center`}
          onClick={() => fold(false)}
        >
          {messages.label}
        </button>
      ) : (
        <>
          <p className="shrink-0 pl-3 pr-1 text-xs font-bold whitespace-nowrap text-accent-bright">
            {messages.service}
          </p>
          {state !== 'signed_in' && (
            <button
              type="button"
              aria-label={messages.sign_in_viewer}
              aria-busy={viewer.isPending}
              className={`${itemClass} cursor-pointer`}
              onClick={() => viewer.run()}
            >
              <span className="whitespace-pre max-sm:hidden">{messages.sign_in_prefix}</span>
              {messages.sign_in}
            </button>
          )}
          <a href="/dev/outbox" target="_blank" rel="noreferrer" className={itemClass}>
            {messages.outbox}
          </a>
          <button
            type="button"
            aria-label={messages.sign_in_staff}
            aria-busy={staff.isPending}
            className={`${itemClass} cursor-pointer`}
            onClick={() => staff.run()}
          >
            {messages.studio}
          </button>
          <button
            type="button"
            aria-expanded="true"
            aria-label={messages.fold}
            className="flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-full hover:text-foreground"
            onClick={() => fold(true)}
          >
            <Icon name="chevron_down" className="size-4" />
          </button>
        </>
      )}
    </aside>
  )
}
