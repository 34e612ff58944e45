import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { Spinner } from '#web/ui/base/button.tsx'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { paletteMessages as messages } from './messages.ko.ts'
import type { StudioPage } from './palette-store.ts'

const loadPalette = () => import('./command-palette.tsx').then((module) => module.CommandPalette)
/** Begins to load the palette before it is opened. A failure is repeated then. */
const preloadPalette = () => void loadPalette().catch(() => undefined)
const CommandPalette = lazyOrNothing(loadPalette)
const Keys = lazyOrNothing(() =>
  import('#web/features/player/controls/key-groups.tsx').then((module) => module.Keys),
)
const ShortcutList = lazyOrNothing(() =>
  import('./shortcut-list.tsx').then((module) => module.ShortcutList),
)

/** Shown until the code of a dialog has loaded. */
const loading = (
  <p className="flex min-h-24 items-center justify-center">
    <Spinner />
  </p>
)

function openPalette(pages: readonly StudioPage[]) {
  if (dialogs.current().length > 0) return
  void dialogs.open({ label: messages.title, wide: true }, (close) => (
    <Suspense fallback={loading}>
      <StaffQueryProvider>
        <CommandPalette pages={pages} close={close} onShortcuts={openShortcuts} />
      </StaffQueryProvider>
    </Suspense>
  ))
}

function openShortcuts() {
  void dialogs.open({ label: messages.shortcuts.title }, (close) => (
    <Suspense fallback={loading}>
      <ShortcutList close={close} />
    </Suspense>
  ))
}

/**
 * Opens the command palette, also by ⌘K or Ctrl+K; `?` opens the list of shortcuts.
 * @param props.isCompact an icon alone. The keys are bound by the other button, which is always rendered.
 */
export function PaletteButton({
  pages,
  isCompact = false,
}: {
  pages: readonly StudioPage[]
  isCompact?: boolean
}) {
  useEffect(() => {
    if (isCompact) return
    function onKey(event: KeyboardEvent) {
      if (event.isComposing || event.altKey || event.defaultPrevented) return
      if (event.key === 'Meta' || event.key === 'Control') preloadPalette()
      const target = event.target instanceof Element ? event.target : null
      if (event.code === 'KeyK' && (event.metaKey || event.ctrlKey) && !event.shiftKey) {
        // Browsers use it for their own search field.
        event.preventDefault()
        openPalette(pages)
      } else if (
        event.key === '?' &&
        !event.metaKey &&
        !event.ctrlKey &&
        dialogs.current().length === 0 &&
        !target?.closest('input, textarea, select, [contenteditable]')
      ) {
        event.preventDefault()
        openShortcuts()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [pages, isCompact])
  if (isCompact)
    return (
      <button
        type="button"
        aria-label={messages.open}
        title={messages.open}
        aria-haspopup="dialog"
        onPointerEnter={preloadPalette}
        onClick={() => openPalette(pages)}
        className="flex size-11 items-center justify-center rounded-control text-foreground-subtle hover:text-foreground"
      >
        <Icon name="search" />
      </button>
    )
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadPalette}
      onClick={() => openPalette(pages)}
      className="flex min-h-11 w-full items-center gap-3 rounded-control bg-background px-3 text-sm text-foreground-subtle inset-ring inset-ring-control-border/60 hover:text-foreground hover:inset-ring-control-border"
    >
      <Icon name="search" className="size-5" />
      <span className="grow text-left">{messages.open}</span>
      <ShortcutHint />
    </button>
  )
}

const noSubscription = () => () => undefined

/** `⌘K` or `Ctrl K`, once the page runs in a browser. */
function ShortcutHint() {
  const isInBrowser = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
  return (
    isInBrowser && (
      <Suspense>
        <Keys keys={['mod', 'K']} />
      </Suspense>
    )
  )
}
